/** A line that this process logged as an error. */
export type LoggedError = { at: Date; message: string; requestId: string | null };

const MAX_KEPT = 50;
const MAX_LENGTH = 500;
const kept: LoggedError[] = [];

/**
 * Keeps what a line of the log says, until `takeLoggedErrors`. The newest are kept.
 *
 * @param line what was logged: an object and a message, or a message alone
 * @param bindings of the log, which each of its lines holds
 */
export function noteLoggedError(line: readonly unknown[], bindings: Record<string, unknown>): void {
  const [first, second] = line;
  const fields: Record<string, unknown> = typeof first === "object" && first !== null ? { ...first } : {};
  const said = typeof first === "string" ? first : second;
  const cause = fields.err instanceof Error ? fields.err.message : fields.error;
  const message = [said, cause].filter((part) => typeof part === "string").join(": ");
  const requestId = fields.requestId ?? bindings.requestId;
  if (kept.length === MAX_KEPT) kept.shift();
  kept.push({
    at: new Date(),
    message: message.slice(0, MAX_LENGTH),
    requestId: typeof requestId === "string" ? requestId : null,
  });
}

/** The errors since the last call, the oldest first. */
export function takeLoggedErrors(): LoggedError[] {
  return kept.splice(0);
}
