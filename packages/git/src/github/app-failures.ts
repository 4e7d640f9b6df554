import { GitError } from "../error.ts";
import type { GitHubRefusal } from "./github-refusal.ts";
import { fullName, type RepositoryName } from "./repository-name.ts";

/** What can be wrong between the App and a repository, each with what a person can do about it. */
export const appFailures = {
  notConfigured: (repository?: RepositoryName) =>
    new GitError(
      "app_not_configured",
      `No GitHub App is connected${repository ? `, so ${fullName(repository)} cannot be reached` : ""}. Connect one under Settings, GitHub, or set GITHUB_APP_ID and its key.`,
    ),

  elsewhere: (address: string, webUrl: string) =>
    new GitError(
      "repository_not_found",
      `${withoutSecrets(address)} is no repository at ${webUrl}, where the GitHub App is. Check the repository of the project.`,
    ),

  notInstalled: ({ owner }: RepositoryName, appUrl: string) =>
    new GitError("app_not_installed", `The GitHub App is not installed at ${owner}. Install it there: ${appUrl}`),

  notSelected: (repository: RepositoryName, settingsUrl: string) =>
    new GitError(
      "repository_not_selected",
      `The GitHub App may not see ${fullName(repository)}: it was not selected, or there is no such repository. Select it here: ${settingsUrl}`,
    ),

  suspended: (account: string, settingsUrl: string | null) =>
    new GitError(
      "installation_suspended",
      `The GitHub App is suspended at ${account}. Its owner can lift that${settingsUrl ? `: ${settingsUrl}` : " in the settings of the installation."}`,
    ),

  permissionMissing: (account: string, missing: readonly string[], settingsUrl: string | null) =>
    new GitError(
      "permission_missing",
      `The GitHub App lacks a permission at ${account}${missing.length > 0 ? ` (${missing.join(", ")})` : ""}. Its owner can accept what it asks for${settingsUrl ? `: ${settingsUrl}` : " in the settings of the installation."}`,
    ),

  archived: (repository: RepositoryName) =>
    new GitError(
      "repository_archived",
      `The repository ${fullName(repository)} is archived and takes no changes. Unarchive it, or give the project another one.`,
    ),

  renamed: (repository: RepositoryName, newName: string) =>
    new GitError(
      "repository_renamed",
      `The repository ${fullName(repository)} is called ${newName} now. Give the project that one, and start the job anew.`,
    ),

  ssoRequired: ({ owner }: RepositoryName) =>
    new GitError(
      "sso_required",
      `${owner} lets the GitHub App in only after a sign-on through SAML. An owner of ${owner} has to allow the App there.`,
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
