import type { PullRequest } from "../host.ts";

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
