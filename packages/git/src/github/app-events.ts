import type { Octokit } from "@octokit/core";
import { verify } from "@octokit/webhooks-methods";
import type { GitHubApp, TokenUse } from "./github-app.ts";
import { GitHubRefusal } from "./github-error.ts";
import type { RepositoryName } from "./repository-name.ts";

/**
 * Whether an event was signed with the App's secret.
 *
 * @param body as it came, not parsed and written again
 * @param signature the header `X-Hub-Signature-256`
 */
export async function verifySignature(secret: string, body: string, signature: string | null): Promise<boolean> {
  return isSignature(signature) && body !== "" && verify(secret, body, signature);
}

/** Whether this may be a signature at all, before anything is read that it would be of. */
export function isSignature(signature: string | null): signature is string {
  return signature !== null && /^sha256=[0-9a-f]{64}$/.test(signature);
}

const slugs = new WeakMap<GitHubApp, Promise<string>>();

/** The name of the App in addresses, by which comments speak to it; asked once. */
export function readSlug(app: GitHubApp): Promise<string> {
  const known = slugs.get(app);
  if (known) return known;
  const asked = app
    .asApp((request) => request("GET /app"))
    .then((found) => found?.slug ?? "")
    .catch((error) => {
      slugs.delete(app);
      throw error;
    });
  slugs.set(app, asked);
  return asked;
}

/**
 * Whether the user with this login may push to a repository.
 *
 * @param use what the App may do there: in a source no more than reports, in an issue no more than comments
 */
export async function canWrite(
  app: GitHubApp,
  repository: RepositoryName,
  { login, use }: { login: string; use?: TokenUse },
): Promise<boolean> {
  const { owner, name: repo } = repository;
  try {
    const { permission } = await app.inRepository(
      repository,
      (request) =>
        request("GET /repos/{owner}/{repo}/collaborators/{username}/permission", { owner, repo, username: login }),
      { use },
    );
    return permission === "write" || permission === "admin";
  } catch (error) {
    if (error instanceof GitHubRefusal && error.status === 404) return false;
    throw error;
  }
}

type OnceComment = {
  repository: RepositoryName;
  /** Of the pull request or issue. */
  number: number;
  body: string;
  use?: TokenUse;
  /** What this comment is known by: no second one with the same is ever made. */
  mark: string;
  /** Comments are looked through from then on. */
  since: Date;
};

const PER_PAGE = 100;
const MAX_PAGES = 10;

/** Comments on a pull request or issue unless the comment exists: GitHub would accept a duplicate. */
export async function addCommentOnce(app: GitHubApp, comment: OnceComment): Promise<void> {
  const { repository, number, body, mark, use } = comment;
  const { owner, name: repo } = repository;
  const hidden = `<!-- docsteward: ${mark} -->`;
  // Looked up at each try: the try before may have succeeded although its answer was lost.
  await app.inRepository(
    repository,
    async (request) =>
      (await isThere(request, comment, hidden))
        ? { data: null }
        : request("POST /repos/{owner}/{repo}/issues/{issue_number}/comments", {
            owner,
            repo,
            issue_number: number,
            body: `${body}\n\n${hidden}`,
          }),
    { use },
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
    // Only comments by the App count: anyone can write the mark.
    if (found.some(({ body, user }) => user?.type === "Bot" && body?.includes(hidden))) return true;
    if (found.length < PER_PAGE) break;
  }
  return false;
}
