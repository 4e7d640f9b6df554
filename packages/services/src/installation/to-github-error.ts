import { AppError } from "@docsteward/contract/error";
import { GitError, MISCONFIGURED } from "@docsteward/git/error";

/** What GitHub would not do, for the person who asked: in its own sentence. */
export function toGitHubError(error: unknown): unknown {
  if (!(error instanceof GitError)) return error;
  return new AppError(MISCONFIGURED.has(error.code) ? "conflict" : "upstream_error", error.message, { cause: error });
}
