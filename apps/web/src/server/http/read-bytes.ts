import { AppError } from "@docsteward/contract/error";

/**
 * Reads a request's body as it comes in.
 *
 * @param maxBytes reading stops there, whatever Content-Length claims
 * @throws AppError `payload_too_large`; `invalid_json` when it does not arrive as a whole
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = () =>
    new AppError("payload_too_large", `The body is too large. Send at most ${maxBytes} bytes.`, {
      headers: { Connection: "close" },
    });
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    // The rest is for whoever answers to drop, see `reading-whole.ts`.
    for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new AppError("invalid_json", "The body is incomplete. Send the request again.", { cause });
  }
  if (sizeBytes > maxBytes) throw tooLarge();
  return Buffer.concat(chunks);
}
