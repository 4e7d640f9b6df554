import { GitError } from "../error.ts";
import { toAppFailure } from "./app-failures.ts";
import type { GitHubApp } from "./github-app.ts";
import { GitHubRefusal } from "./github-refusal.ts";
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
export function toGitHubRepository(webUrl: string, found: Found): GitHubRepository {
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
