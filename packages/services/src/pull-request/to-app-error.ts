import { AppError } from "@docsteward/contract/error";
import type { GitError, GitErrorCode } from "@docsteward/git/error";

/** What is not the state of the repository but a fault on the way to it. */
const OUTAGES: ReadonlySet<GitErrorCode> = new Set(["unavailable", "timed_out", "git_failed"]);

/** A failure of git as the caller of a verb sees it, in git's own sentence. */
export function toAppError(error: GitError): AppError {
  return new AppError(OUTAGES.has(error.code) ? "upstream_error" : "conflict", error.message, { cause: error });
}
