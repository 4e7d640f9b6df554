import type { PullRequest, PullRequestState } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { repositoryKey } from "../git-host/repository-key.ts";
import { pullRequestPath, pullRequestUrl } from "./url.ts";

/** A pull request as lists show it. */
export type PullRequestSummary = {
  number: number;
  /** Address of its repository. */
  repository: string;
  /** Whether the project has another repository by now. */
  isOfEarlierRepository: boolean;
  url: string;
  /** Its page below those of the project. */
  path: string;
  /** Whether it is at a Git host elsewhere, which merges and closes it. */
  isElsewhere: boolean;
  title: string;
  /** Markdown, written by the agent: show it without raw HTML. */
  body: string;
  branch: string;
  baseRef: string;
  headSha: string;
  state: PullRequestState;
  isDraft: boolean;
  jobId: string | null;
  mergeSha: string | null;
  createdAt: string;
  updatedAt: string;
  mergedAt: string | null;
  closedAt: string | null;
};

/** A pull request as lists show it, with the page that people see it on. */
export function presentPullRequest(ctx: ServiceContext, row: PullRequest): PullRequestSummary {
  const { number, repository, title, body, branch, baseRef, headSha, state, isDraft, jobId, mergeSha } = row;
  return {
    number,
    repository,
    isOfEarlierRepository: row.repositoryKey !== repositoryKey(ctx.project),
    url: row.url ?? pullRequestUrl(ctx, ctx.project, row),
    path: pullRequestPath(ctx.project, row),
    isElsewhere: row.url !== null,
    title,
    body,
    branch,
    baseRef,
    headSha,
    state,
    isDraft,
    jobId,
    mergeSha,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    mergedAt: row.mergedAt?.toISOString() ?? null,
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}
