import { AppError } from "@docsteward/contract/error";

/**
 * The request's `Idempotency-Key`, if it has one. Quotes around it, as in a structured field, are taken off.
 *
 * @throws AppError `invalid_request` when it is empty, longer than 255 characters or not plain ASCII
 */
export function idempotencyKeyOf(request: Request): string | undefined {
  const header = request.headers.get("idempotency-key");
  if (header === null) return undefined;
  const key = header.replace(/^"(.*)"$/, "$1");
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError("invalid_request", "Idempotency-Key must be 1 to 255 ASCII characters without spaces.");
}
