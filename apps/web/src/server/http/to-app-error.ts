import { AppError, type ErrorDetail } from "@docsteward/contract/error";
import { isAppError } from "@docsteward/contract/is-app-error";
import { ZodError } from "zod";

const MAX_DETAILS = 20;

/**
 * Brings whatever was thrown into the one error that has words for people.
 *
 * @returns null for everything that has none: a bug, or a part that failed
 */
export function toAppError(error: unknown): AppError | null {
  if (isAppError(error)) return error;
  if (error instanceof ZodError) return fromZod(error);
  return null;
}

function fromZod(error: ZodError): AppError {
  const issues = error.issues.slice(0, MAX_DETAILS);
  const details = issues.map(({ path, message }): ErrorDetail => ({ path: path.join("."), message }));
  const [first] = details;
  return new AppError("invalid_request", first ? sentenceOf(first) : "The request is invalid.", { details });
}

function sentenceOf({ path, message }: ErrorDetail): string {
  const isSentence = /^["A-Z].*\.$/s.test(message) && !message.startsWith("Invalid");
  if (isSentence || path === "") return message.endsWith(".") ? message : `${message}.`;
  return `${path}: ${message}.`;
}
