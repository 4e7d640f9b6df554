import type { PullRequest } from "@docsteward/db/client";
import { GitError } from "@docsteward/git/error";
import { type ComparedCommit, type Comparison, readComparison } from "@docsteward/git/local/read-comparison";
import type { FileChange } from "@docsteward/git/workspace";
import type { ServiceContext } from "../context.ts";
import { type PullRequestSummary, presentPullRequest } from "./present.ts";
import { reconcilePullRequest } from "./reconcile.ts";
import { requirePullRequest } from "./require.ts";
import { toAppError } from "./to-app-error.ts";

export type PullRequestDetails = PullRequestSummary & {
  /** Newest first. */
  commits: ComparedCommit[];
  files: FileChange[];
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
export async function getPullRequest(ctx: ServiceContext, input: { number: number }): Promise<PullRequestDetails> {
  const { id: projectId, repository } = ctx.project;
  const found = await requirePullRequest(ctx.db, { projectId, number: input.number });
  const row = await reconcilePullRequest(ctx, found);
  const { comparison, problem } = await compare(repository, row);
  const { commits, files } = comparison;
  return {
    ...presentPullRequest(ctx, row),
    commits,
    files,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    problem,
  };
}

const NOTHING: Comparison = { commits: [], files: [] };
const GONE = "The commits of this pull request are no longer in the repository.";

async function compare(
  repository: string,
  { state, headSha, baseSha, baseRef, branch }: PullRequest,
): Promise<{ comparison: Comparison; problem: string | null }> {
  const candidates =
    state === "open"
      ? [
          // A person may have pushed to the branch since, or deleted it.
          { base: `refs/heads/${baseRef}`, headSha: `refs/heads/${branch}` },
          { base: `refs/heads/${baseRef}`, headSha },
        ]
      : [{ base: baseSha, headSha }];
  try {
    for (const candidate of candidates) {
      const comparison = await readComparison({ repository, ...candidate });
      if (comparison) return { comparison, problem: null };
    }
    return { comparison: NOTHING, problem: GONE };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { comparison: NOTHING, problem: toAppError(error).message };
  }
}
