import { GitError } from "../error.ts";
import type { PullRequest, PullRequestRequest, Source } from "../host.ts";
import { GitHubRefusal } from "./github-error.ts";
import type { AskRepository } from "./send-request.ts";

type Parts = {
  ask: AskRepository;
  find(source: Source, branch: string): Promise<GitHubPullRequest | null>;
};

/** GitHub counts characters. */
const MAX_TITLE = 256;
const MAX_BODY = 65_000;

/**
 * Opens a pull request for a branch, or returns the open one: that of an earlier call whose answer was lost, or a person's, whose
 * words stay as they are.
 *
 * @throws GitError `ref_not_found`, `push_refused`
 */
export async function openPullRequest(parts: Parts, request: PullRequestRequest): Promise<PullRequest> {
  const { source, branch, headSha } = request;
  const open = (await parts.find(source, branch)) ?? (await create(parts, request, request.asDraft));
  const { reviewer, reviewers = [], labels = [] } = request;
  // An existing branch may have a person's pull request, and GitHub refuses the author as reviewer.
  const author = open.user?.login.toLowerCase();
  const asked = [...new Set([...(reviewer ? [reviewer] : []), ...reviewers])];
  for (const login of asked) if (login.toLowerCase() !== author) await askForReview(parts, request, open.number, login);
  if (labels.length > 0) await addLabels(parts, request, open.number, labels);
  return { ...toPullRequest(open), headSha };
}

async function create(parts: Parts, request: PullRequestRequest, asDraft: boolean): Promise<GitHubPullRequest> {
  const { source, branch } = request;
  const title = cut(request.title, MAX_TITLE);
  const body = cut(request.body, MAX_BODY);
  try {
    return await parts.ask(
      source,
      ({ owner, name: repo }) =>
        (send) =>
          send("POST /repos/{owner}/{repo}/pulls", {
            owner,
            repo,
            title,
            body,
            head: branch,
            base: source.ref,
            draft: asDraft,
          }),
    );
  } catch (error) {
    if (!(error instanceof GitHubRefusal)) throw error;
    // The first answer was lost, or another caller was first.
    const open = error.says(/already exists/i) ? await parts.find(source, branch) : null;
    if (open) return open;
    if (asDraft && error.says(/draft pull requests are not supported/i)) return create(parts, request, false);
    throw toRefusal(error, request);
  }
}

function toRefusal(refusal: GitHubRefusal, { source, branch }: PullRequestRequest): Error {
  if (refusal.says(/no commits between/i)) {
    return new GitError("push_refused", `The branch ${branch} has no commits that ${source.ref} doesn't have.`, {
      cause: refusal,
    });
  }
  if (refusal.says(/^base\b/)) {
    return new GitError("ref_not_found", `The repository has no branch ${source.ref}. Check the project's base ref.`, {
      cause: refusal,
    });
  }
  return new GitError("push_refused", `GitHub refused the pull request for ${branch}: ${refusal.said}`, {
    cause: refusal,
  });
}

/** GitHub makes labels that the repository has not. Where it refuses, the pull request opens without them. */
async function addLabels(
  parts: Parts,
  { source }: PullRequestRequest,
  number: number,
  labels: readonly string[],
): Promise<void> {
  try {
    await parts.ask(
      source,
      ({ owner, name: repo }) =>
        (send) =>
          send("POST /repos/{owner}/{repo}/issues/{issue_number}/labels", {
            ...{ owner, repo, issue_number: number, labels: [...labels] },
          }),
    );
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
}

/** GitHub refuses some reviewers: the author, and users without access; one at a time, so that it takes the others. The pull request opens anyway. */
async function askForReview(
  parts: Parts,
  { source }: PullRequestRequest,
  number: number,
  login: string,
): Promise<void> {
  try {
    await parts.ask(
      source,
      ({ owner, name: repo }) =>
        (send) =>
          send("POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers", {
            owner,
            repo,
            pull_number: number,
            reviewers: [login],
          }),
    );
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
}

const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text);

/** What GitHub tells of a pull request, wherever it stands in an answer. */
export type GitHubPullRequest = {
  number: number;
  html_url: string;
  head: { ref: string; sha: string };
  base: { ref: string };
  state: string;
  merged_at: string | null;
  draft?: boolean;
  title: string;
  body: string | null;
  /** Who opened it; null once they are gone. */
  user?: { login: string } | null;
};

/** A pull request as GitHub's API tells of it, in the words of the port. */
export function toPullRequest(found: GitHubPullRequest): PullRequest {
  return {
    number: found.number,
    url: found.html_url,
    branch: found.head.ref,
    baseRef: found.base.ref,
    headSha: found.head.sha,
    state: found.merged_at !== null ? "merged" : found.state === "open" ? "open" : "closed",
    isDraft: found.draft ?? false,
    title: found.title,
    body: found.body ?? "",
  };
}
