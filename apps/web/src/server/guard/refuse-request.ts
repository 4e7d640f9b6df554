import { AppError } from "@docsteward/contract/error";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Says what is wrong with a request that Next or the database would fail over instead of answering; null when it may go on.
 *
 * @param target of the request line, as it came
 */
export function refuseRequest(method: string, target: string): AppError | null {
  if (!METHODS.includes(method)) {
    const sentence = `${method.slice(0, 20)} isn't supported here. Use GET, HEAD, OPTIONS or POST.`;
    return new AppError("method_not_allowed", sentence, { headers: { Allow: "GET, HEAD, OPTIONS, POST" } });
  }
  if (!target.startsWith("/")) {
    return new AppError("invalid_request", "The URL is invalid. Send only its path, starting with a slash.");
  }
  if (isText(target.split("?", 1)[0] ?? "")) return null;
  return new AppError(
    "invalid_request",
    "The URL is invalid. Each % must start an escape such as %20, in UTF-8 and without NUL.",
  );
}

function isText(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    // A URIError, the only thing it throws.
    return false;
  }
}
