import { AppError } from "@docsteward/contract/error";
import { readBytes } from "./read-bytes.ts";

/**
 * Reads a request's body as JSON: its media type and coding first, then its size as it comes in, then its text.
 *
 * @param maxBytes reading stops there, whatever Content-Length claims
 * @throws AppError `unsupported_media_type`, `payload_too_large` or `invalid_json`
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  requireJsonType(request.headers.get("content-type"));
  requireNoCoding(request.headers.get("content-encoding"));
  const bytes = await readBytes(request, maxBytes);
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    const sentence = bytes.length === 0 ? "The body is empty; send a JSON object." : "The body is not valid JSON.";
    throw new AppError("invalid_json", sentence, { cause });
  }
}

function requireJsonType(header: string | null): void {
  const [type = "", ...parameters] = (header ?? "").toLowerCase().split(";");
  const charset = parameters.map((text) => /^\s*charset="?([^"]+?)"?\s*$/.exec(text)?.[1]).find(Boolean) ?? "utf-8";
  if (/^application\/([\w.+-]+\+)?json$/.test(type.trim()) && /^utf-?8$/.test(charset)) return;
  throw new AppError("unsupported_media_type", "Send the body as JSON in UTF-8, with Content-Type: application/json.");
}

// What is small on its way may be huge once unpacked: no body is worth that.
function requireNoCoding(header: string | null): void {
  if (header === null || /^(identity)?$/i.test(header.trim())) return;
  throw new AppError("unsupported_media_type", "Send the body as it is: compressed bodies are not taken.", {
    headers: { "Accept-Encoding": "identity" },
  });
}
