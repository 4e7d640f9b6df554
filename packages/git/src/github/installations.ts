import type { GitHubApp, TokenUse } from "./github-app.ts";
import { appFailures, GitHubRefusal } from "./github-error.ts";
import type { RepositoryName } from "./repository-name.ts";

/** Where the App is installed that may see a repository. */
export type FoundInstallation = { id: number; account: string; settingsUrl: string };

export const PERMISSIONS = {
  write: { contents: "write", pull_requests: "write" },
  read: { contents: "read" },
  report: { contents: "read", pull_requests: "write" },
  checks: { checks: "write" },
  issue: { issues: "write" },
} as const;

/**
 * Finds the installation that may see a repository, and makes sure that it can work there.
 *
 * @throws GitError `app_not_installed`, `repository_not_selected`, `installation_suspended`, `permission_missing`
 */
export async function findInstallation(
  app: GitHubApp,
  repository: RepositoryName,
  use: TokenUse = "write",
): Promise<FoundInstallation> {
  const { owner, name: repo } = repository;
  const found =
    (await orNull(app.asApp((request) => request("GET /repos/{owner}/{repo}/installation", { owner, repo })))) ??
    (await explainMissing(app, repository));
  const account = owner;
  const settingsUrl = found.html_url;
  if (found.suspended_at !== null) throw appFailures.suspended(account, settingsUrl);
  const missing = missingPermissions(found.permissions, use);
  if (missing.length > 0) throw appFailures.permissionMissing(account, missing, settingsUrl);
  return { id: found.id, account, settingsUrl };
}

/** The permissions that an installation has not got, in the words of GitHub's own pages. */
function missingPermissions(granted: Granted, use: TokenUse): string[] {
  const needed: Granted = PERMISSIONS[use];
  return Object.entries(NAMES).flatMap(([key, name]) => {
    const [need, has] = [needed[key as keyof Granted], granted[key as keyof Granted]];
    return need === undefined || has === "write" || has === need ? [] : [`${name}: ${need}`];
  });
}

type Granted = { contents?: string; pull_requests?: string; checks?: string; issues?: string };
const NAMES = { contents: "Contents", pull_requests: "Pull requests", checks: "Checks", issues: "Issues" } as const;

async function explainMissing(app: GitHubApp, repository: RepositoryName): Promise<never> {
  const { owner: username } = repository;
  const elsewhere = await orNull(app.asApp((request) => request("GET /users/{username}/installation", { username })));
  if (elsewhere?.suspended_at) throw appFailures.suspended(username, elsewhere.html_url);
  if (elsewhere) throw appFailures.notSelected(repository, elsewhere.html_url);
  const self = await app.asApp((request) => request("GET /app"));
  const page = self?.html_url ?? `${app.webUrl}/apps/${self?.slug ?? ""}`;
  throw appFailures.notInstalled(repository, `${page}/installations/new`);
}

async function orNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof GitHubRefusal && error.status === 404) return null;
    throw error;
  }
}

/** An account at GitHub that has installed the App. */
export type GitHubInstallation = {
  id: string;
  account: string;
  accountType: "Organization" | "User";
  /** Where its owner changes it. */
  url: string;
  missingPermissions: string[];
  suspendedAt: Date | null;
};

const PER_PAGE = 100;
const MAX_PAGES = 50;

/** Every installation of the App. */
export async function listInstallations(app: GitHubApp): Promise<GitHubInstallation[]> {
  const all: GitHubInstallation[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const found = await app.asApp((request) => request("GET /app/installations", { per_page: PER_PAGE, page }));
    all.push(...found.map(toInstallation));
    if (found.length < PER_PAGE) break;
  }
  return all;
}

type Found = {
  id: number | bigint;
  account: unknown;
  html_url: string;
  permissions: Granted;
  suspended_at: string | null;
};

function toInstallation({ id, account, html_url: url, permissions, suspended_at }: Found): GitHubInstallation {
  const { login, slug, type } = (account ?? {}) as { login?: string; slug?: string; type?: string };
  return {
    id: String(id),
    account: login ?? slug ?? "",
    accountType: type === "User" ? "User" : "Organization",
    url,
    missingPermissions: missingPermissions(permissions, "write"),
    suspendedAt: suspended_at === null ? null : new Date(suspended_at),
  };
}
