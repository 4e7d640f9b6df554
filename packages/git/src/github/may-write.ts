import type { GitHubApp } from "./github-app.ts";
import { GitHubRefusal } from "./github-refusal.ts";
import type { RepositoryName } from "./repository-name.ts";

/** Whether somebody may push to a repository, by their login. */
export async function mayWrite(app: GitHubApp, repository: RepositoryName, login: string): Promise<boolean> {
  const { owner, name: repo } = repository;
  try {
    const { permission } = await app.inRepository(repository, (request) =>
      request("GET /repos/{owner}/{repo}/collaborators/{username}/permission", { owner, repo, username: login }),
    );
    return permission === "write" || permission === "admin";
  } catch (error) {
    if (error instanceof GitHubRefusal && error.status === 404) return false;
    throw error;
  }
}
