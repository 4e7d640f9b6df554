import type { Octokit } from "@octokit/core";
import type { GitHubApp } from "./github-app.ts";
import type { RepositoryName } from "./repository-name.ts";

export type OnceComment = {
  repository: RepositoryName;
  /** Of the pull request. */
  number: number;
  body: string;
  /** What this comment is known by: no second one with the same is ever made. */
  mark: string;
  /** Comments are looked through from then on. */
  since: Date;
};

const PER_PAGE = 100;
const MAX_PAGES = 10;

/** Comments on a pull request, unless the comment is there already: GitHub itself would take it twice. */
export async function addCommentOnce(app: GitHubApp, comment: OnceComment): Promise<void> {
  const { repository, number, body, mark } = comment;
  const { owner, name: repo } = repository;
  const hidden = `<!-- docsteward: ${mark} -->`;
  // Looked for anew at each try: the one before may have come through although its answer was lost.
  await app.inRepository(repository, async (request) =>
    (await isThere(request, comment, hidden))
      ? { data: null }
      : request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
          owner,
          repo,
          issue_number: number,
          body: `${body}\n\n${hidden}`,
        }),
  );
}

async function isThere(
  request: Octokit["request"],
  { repository, number, since }: OnceComment,
  hidden: string,
): Promise<boolean> {
  const { owner, name: repo } = repository;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { data: found } = await request("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", {
      owner,
      repo,
      issue_number: number,
      since: since.toISOString(),
      per_page: PER_PAGE,
      page,
    });
    // Of the App's own comments: anybody can write the mark.
    if (found.some(({ body, user }) => user?.type === "Bot" && body?.includes(hidden))) return true;
    if (found.length < PER_PAGE) break;
  }
  return false;
}
