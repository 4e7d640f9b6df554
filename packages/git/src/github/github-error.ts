import { GitError } from "../error.ts";
import { fullName, type RepositoryName } from "./repository-name.ts";

/**
 * GitHub understood a request and refused it. The caller knows best what that means for people. Without a better message, the job
 * ends with GitHub's message.
 */
export class GitHubRefusal extends GitError {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof GitError && "said" in value;
  }

  readonly status: number;
  /** GitHub's own sentence. */
  readonly said: string;
  /** What it says besides, field by field. */
  readonly errors: readonly string[];

  constructor({ status, said, errors }: { status: number; said: string; errors: readonly string[] }) {
    super("push_refused", `GitHub rejected the job's request: ${[said, ...errors].join("; ")} (${status}).`);
    this.status = status;
    this.said = said;
    this.errors = errors;
  }

  /** Whether one of its sentences has these words. */
  says(words: RegExp): boolean {
    return [this.said, ...this.errors].some((text) => words.test(text));
  }
}

/** What can be wrong between the App and a repository, each with what a person can do about it. */
export const appFailures = {
  notConfigured: (repository?: RepositoryName) =>
    new GitError(
      "app_not_configured",
      `No GitHub App is connected${repository ? `, so ${fullName(repository)} isn't accessible` : ""}. Connect one under GitHub in the organization's settings, or set GITHUB_APP_ID and its key.`,
    ),

  elsewhere: (address: string, webUrl: string) =>
    new GitError(
      "repository_not_found",
      `${withoutSecrets(address)} isn't a repository at ${webUrl}, the GitHub App's host. Check the project's repository.`,
    ),

  notInstalled: ({ owner }: RepositoryName, appUrl: string) =>
    new GitError("app_not_installed", `The GitHub App is not installed at ${owner}. Install it there: ${appUrl}`),

  notSelected: (repository: RepositoryName, settingsUrl: string) =>
    new GitError(
      "repository_not_selected",
      `The GitHub App has no access to ${fullName(repository)}: the repository isn't selected or doesn't exist. Select it here: ${settingsUrl}`,
    ),

  suspended: (account: string, settingsUrl: string | null) =>
    new GitError(
      "installation_suspended",
      `The GitHub App is suspended at ${account}. Its owner can unsuspend it${settingsUrl ? `: ${settingsUrl}` : " in the installation's settings."}`,
    ),

  permissionMissing: (account: string, missing: readonly string[], settingsUrl: string | null) =>
    new GitError(
      "permission_missing",
      `The GitHub App lacks a permission at ${account}${missing.length > 0 ? ` (${missing.join(", ")})` : ""}. Its owner can accept the requested permissions${settingsUrl ? `: ${settingsUrl}` : " in the installation's settings."}`,
    ),

  archived: (repository: RepositoryName) =>
    new GitError(
      "repository_archived",
      `The repository ${fullName(repository)} is archived and read-only. Unarchive it, or choose another repository for the project.`,
    ),

  renamed: (repository: RepositoryName, newName: string) =>
    new GitError(
      "repository_renamed",
      `The repository ${fullName(repository)} was renamed to ${newName}. Update the project's repository, then start the job again.`,
    ),

  ssoRequired: ({ owner }: RepositoryName) =>
    new GitError(
      "sso_required",
      `${owner} requires SAML single sign-on for the GitHub App. An owner of ${owner} must authorize the App.`,
    ),
} as const;

/** Names a refusal that any request about a repository can meet; null for one that only who asked can name. */
export function toAppFailure(refusal: GitHubRefusal, repository: RepositoryName): GitError | null {
  if (refusal.says(/archived/i)) return appFailures.archived(repository);
  if (refusal.says(/\bSAML\b/)) return appFailures.ssoRequired(repository);
  if (refusal.says(/suspended/i)) return appFailures.suspended(repository.owner, null);
  if (refusal.says(/not accessible by integration|permissions? requested are not granted/i)) {
    return appFailures.permissionMissing(repository.owner, [], null);
  }
  return null;
}

const withoutSecrets = (address: string) => address.replace(/\/\/[^/@]*@/, "//");
