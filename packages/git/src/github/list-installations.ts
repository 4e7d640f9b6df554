import { missingPermissions } from "./find-installation.ts";
import type { GitHubApp } from "./github-app.ts";

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
  permissions: { contents?: string; pull_requests?: string };
  suspended_at: string | null;
};

function toInstallation({ id, account, html_url: url, permissions, suspended_at }: Found): GitHubInstallation {
  const { login, slug, type } = (account ?? {}) as { login?: string; slug?: string; type?: string };
  return {
    id: String(id),
    account: login ?? slug ?? "",
    accountType: type === "User" ? "User" : "Organization",
    url,
    missingPermissions: missingPermissions(permissions),
    suspendedAt: suspended_at === null ? null : new Date(suspended_at),
  };
}
