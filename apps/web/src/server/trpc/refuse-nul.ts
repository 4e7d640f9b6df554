import { AppError } from "@docsteward/contract/error";

/**
 * Refuses an input that holds the NUL character, which no column can keep and no person types.
 *
 * @param input as it came, before anything is known of its shape
 * @throws AppError `invalid_request`
 */
export function refuseNul(input: unknown): void {
  const waiting: unknown[] = [input];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string" && value.includes("\0")) {
      throw new AppError("invalid_request", "The input contains a NUL character. Remove it and try again.");
    }
    if (typeof value === "object" && value !== null) waiting.push(...Object.values(value));
  }
}
