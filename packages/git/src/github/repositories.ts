import { GitError } from "../error.ts";
import type { GitHubApp } from "./github-app.ts";
import { GitHubRefusal, toAppFailure } from "./github-error.ts";
import { type RepositoryName, toRepositoryAddress } from "./repository-name.ts";

/** A repository as GitHub knows it. */
export type GitHubRepository = {
  /** GitHub's own number, which a rename does not change. */
  id: string;
  fullName: string;
  address: string;
  defaultBranch: string;
  isPrivate: boolean;
  isArchived: boolean;
};

/**
 * Asks GitHub about one repository.
 *
 * @throws GitError that names what keeps the App from it
 */
export async function describeRepository(app: GitHubApp, name: RepositoryName): Promise<GitHubRepository> {
  const { owner, name: repo } = name;
  try {
    const found = await app.inRepository(name, (request) => request("GET /repos/{owner}/{repo}", { owner, repo }));
    return toGitHubRepository(app.webUrl, found);
  } catch (error) {
    if (!(error instanceof GitHubRefusal)) throw error;
    if (error.status !== 404) throw toAppFailure(error, name) ?? error;
    throw new GitError("repository_not_found", `Repository ${owner}/${repo} not found at ${app.webUrl}.`);
  }
}

type Found = {
  id: number | bigint;
  full_name: string;
  default_branch?: string;
  private: boolean;
  archived?: boolean;
};

/** A repository as GitHub's API tells of it. @param webUrl where its pages are, `https://github.com` */
function toGitHubRepository(webUrl: string, found: Found): GitHubRepository {
  const [owner = "", name = ""] = found.full_name.split("/");
  return {
    id: String(found.id),
    fullName: found.full_name,
    address: toRepositoryAddress(webUrl, { owner, name }),
    defaultBranch: found.default_branch ?? "main",
    isPrivate: found.private,
    isArchived: found.archived ?? false,
  };
}

const PER_PAGE = 100;
/** 5,000 repositories. Users with more find one by its address. */
const MAX_PAGES = 50;

/**
 * Every repository that an installation lets the App see, by a token that can read their names and nothing else, and is dropped
 * afterwards.
 */
export async function listRepositories(app: GitHubApp, installationId: string): Promise<GitHubRepository[]> {
  const { token } = await app.asApp((request) =>
    request("POST /app/installations/{installation_id}/access_tokens", {
      installation_id: Number(installationId),
      permissions: { metadata: "read" },
    }),
  );
  const all: GitHubRepository[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { repositories } = await app.withToken(token, (request) =>
      request("GET /installation/repositories", { per_page: PER_PAGE, page }),
    );
    all.push(...repositories.map((found) => toGitHubRepository(app.webUrl, found)));
    if (repositories.length < PER_PAGE) break;
  }
  return all;
}
