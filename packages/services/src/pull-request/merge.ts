import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import { GitError } from "@docsteward/git/error";
import { mergeLocalBranch } from "@docsteward/git/local/merge";
import { nameOfActor } from "../actor-name.ts";
import type { ServiceContext } from "../context.ts";
import { hostKindOf } from "../git-host/host-kind.ts";
import { lockPullRequest } from "./lock.ts";
import { type PullRequestSummary, presentPullRequest } from "./present.ts";
import { reconcilePullRequest } from "./reconcile.ts";
import { type PullRequestName, requirePullRequest } from "./require.ts";
import { tellEnd } from "./tell-end.ts";
import { toAppError } from "./to-app-error.ts";

/**
 * Merges a pull request into its base with a merge commit, and tells its job, webhooks and the index. Merging twice changes nothing.
 *
 * The merge is pushed first and noted after: should this process die in between, the next look finds the base holding the
 * head and notes it then.
 *
 * @throws AppError `not_found`; `conflict` when it is closed, when the base is checked out somewhere (the sentence holds the
 *   command to run there), when both sides changed the same lines, or when a branch is gone
 */
export async function mergePullRequest(ctx: ServiceContext, input: PullRequestName): Promise<PullRequestSummary> {
  const found = await requirePullRequest(ctx, ctx.db, input);
  const row = await reconcilePullRequest(ctx, found);
  if (row.state === "merged") return presentPullRequest(ctx, row);
  if (row.state === "closed") throw closedAlready(row.number);
  const { repository, number, title, branch, baseRef } = row;
  if (hostKindOf(repository) !== "local") {
    throw new AppError("conflict", `Pull request #${number} is at GitHub. Merge it there: ${row.url ?? repository}`);
  }
  const at = ctx.clock.now();
  const { mergeSha, headSha } = await mergeLocalBranch({
    dataDir: ctx.dataDir,
    bounds: ctx.repositoryBounds,
    repository,
    number,
    title,
    branch,
    baseRef,
    at,
  }).catch((error) => {
    throw error instanceof GitError ? toAppError(error) : error;
  });
  return withTransaction(ctx.db, async (tx) => {
    const { id, state } = await lockPullRequest(tx, row);
    const merged = { state: "merged", mergeSha, headSha, mergedAt: at, closedAt: null, updatedAt: at } as const;
    const updated = await tx.pullRequest.update({ where: { id }, data: merged });
    if (state !== "merged") await tellEnd(ctx, tx, { row: updated, by: nameOfActor(ctx.actor) });
    return presentPullRequest(ctx, updated);
  });
}

function closedAlready(number: number): AppError {
  return new AppError("conflict", `Pull request #${number} is closed. Send its job a message to get a new one.`);
}
