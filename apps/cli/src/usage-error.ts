/** Wrong arguments, in a sentence. The process ends with 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
