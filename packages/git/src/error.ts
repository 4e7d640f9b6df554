/** What can be wrong with a repository, a ref or a push, by name. */
export type GitErrorCode =
  | "repository_not_found"
  | "repository_empty"
  | "repository_hostile"
  | "repository_damaged"
  | "repository_unsupported"
  | "repository_too_large"
  | "ref_not_found"
  | "access_denied"
  | "app_not_configured"
  | "app_credentials"
  | "app_not_installed"
  | "repository_not_selected"
  | "installation_suspended"
  | "permission_missing"
  | "repository_archived"
  | "repository_renamed"
  | "sso_required"
  | "branch_protected"
  | "unverified_commit"
  | "branch_moved"
  | "push_refused"
  | "path_refused"
  | "limit_reached"
  | "timed_out"
  | "unavailable"
  | "git_failed";

/** Codes that mean the project's connection to its repository is wrong, and a person has to fix it. */
export const MISCONFIGURED: ReadonlySet<GitErrorCode> = new Set([
  "repository_not_found",
  "repository_empty",
  "repository_hostile",
  "repository_damaged",
  "repository_unsupported",
  "repository_too_large",
  "ref_not_found",
  "access_denied",
  "app_not_configured",
  "app_credentials",
  "app_not_installed",
  "repository_not_selected",
  "installation_suspended",
  "permission_missing",
  "repository_archived",
  "repository_renamed",
  "sso_required",
  "branch_protected",
  "unverified_commit",
]);

/** The message is a sentence for people: no host path, no raw git output. What git said is in `cause`. */
export class GitError extends Error {
  override readonly name = "GitError";
  readonly code: GitErrorCode;

  // The web process holds two copies of this class, and what one throws the other one catches.
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "GitError" && "code" in value;
  }

  constructor(code: GitErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
