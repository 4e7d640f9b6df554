import { AppError } from "@docsteward/contract/error";

/** A verb's result with additional response headers. */
export class Reply<T> {
  readonly value: T;
  readonly headers: Record<string, string>;

  constructor(value: T, headers: Record<string, string>) {
    this.value = value;
    this.headers = headers;
  }
}

/** Tells the limits, too, that nothing new was done. */
export const REPLAYED_HEADER = "Idempotency-Replayed";

/** The answer of a verb that honours an `Idempotency-Key`: a header marks a repeated call. */
export function idempotentReply<J>({ job, isReplay }: { job: J; isReplay: boolean }): Reply<J> {
  return new Reply(job, isReplay ? { [REPLAYED_HEADER]: "true" } : {});
}

/** What an `Idempotency-Key` may be. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * The request's `Idempotency-Key`, if it has one. Quotes around it, as in a structured field, are taken off.
 *
 * @throws AppError `invalid_request` when it is empty, longer than 255 characters or not plain ASCII
 */
export function idempotencyKeyOf(request: Request): string | undefined {
  const header = request.headers.get("idempotency-key");
  if (header === null) return undefined;
  const key = header.replace(/^"(.*)"$/, "$1");
  if (IDEMPOTENCY_KEY.test(key)) return key;
  throw new AppError("invalid_request", "Idempotency-Key must be 1 to 255 ASCII characters without spaces.");
}
