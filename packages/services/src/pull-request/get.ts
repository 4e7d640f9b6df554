import type { ComparedCommit, Comparison } from "@docsteward/git/files/compare-commits";
import type { FileChange } from "@docsteward/git/workspace";
import type { ServiceContext } from "../context.ts";
import { comparePullRequest } from "./compare.ts";
import { type PullRequestSummary, presentPullRequest } from "./present.ts";
import { reconcilePullRequest } from "./reconcile.ts";
import { type PullRequestName, requirePullRequest } from "./require.ts";

export type PullRequestDetails = PullRequestSummary & {
  /** Newest first. */
  commits: ComparedCommit[];
  files: FileChange[];
  /** What the difference is between; null when it cannot be shown. */
  range: Comparison["range"] | null;
  additions: number;
  deletions: number;
  /** Why commits and files cannot be shown; null when they are. */
  problem: string | null;
};

/**
 * A pull request with its commits and its difference: against the base as it is now while it is open, as it was merged or
 * closed afterwards.
 *
 * A repository that is gone does not hide the rest: `problem` says so.
 *
 * @throws AppError `not_found`
 */
export async function getPullRequest(ctx: ServiceContext, input: PullRequestName): Promise<PullRequestDetails> {
  const found = await requirePullRequest(ctx, ctx.db, input);
  const row = await reconcilePullRequest(ctx, found);
  const { comparison, problem } = await comparePullRequest(ctx, row);
  const { commits, files, range } = comparison ?? { commits: [], files: [], range: null };
  return {
    ...presentPullRequest(ctx, row),
    commits,
    files,
    range,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    problem,
  };
}
