import { type AppError, ERRORS, type ErrorCode } from "./error.ts";

/** Whether an error is meant for people. A process may hold several copies of the class: they agree in name and code. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError" && "code" in error && (error.code as ErrorCode) in ERRORS;
}
