import { GitError, MISCONFIGURED } from "@docsteward/git/error";
import { BoundedError } from "@docsteward/platform/bounded/bounded-error";
import { type AgentOutcome, JobFailure } from "../ports.ts";

/**
 * Turns an error into the job's end where it is one: a limit, a refusal, a repository that is not as it should be.
 *
 * @returns null for anything else (a lost database, a bug, an abort): the worker hands the job back and it is tried again
 */
export function toFailedOutcome(error: unknown): AgentOutcome | null {
  if (error instanceof JobFailure) return { status: "failed", code: error.code, reason: error.message };
  if (error instanceof BoundedError && error.reason !== "busy") {
    return { status: "failed", code: "limit_reached", reason: error.message };
  }
  if (!(error instanceof GitError)) return null;
  if (MISCONFIGURED.has(error.code)) return { status: "failed", code: "git_misconfigured", reason: error.message };
  switch (error.code) {
    case "push_refused":
    case "branch_moved":
    case "path_refused":
      return { status: "failed", code: "push_refused", reason: error.message };
    case "limit_reached":
      return { status: "failed", code: "limit_reached", reason: error.message };
    default:
      return null;
  }
}
