import { type GitHubRepository, toGitHubRepository } from "./describe-repository.ts";
import type { GitHubApp } from "./github-app.ts";

const PER_PAGE = 100;
/** 5,000 repositories: whoever has more finds one by its address. */
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
