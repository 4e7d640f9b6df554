import type { JobEventBody } from "@docsteward/contract/job-event";
import type { PullRequest } from "@docsteward/db/client";
import { GitError } from "@docsteward/git/error";
import { isContained, openLocalRepository } from "@docsteward/git/local/local-repository";
import { findMerged } from "@docsteward/git/plain/merged";
import { inTransaction, type SystemContext } from "../context.ts";
import { hostKindOf, repositoryAccess } from "../git-host.ts";
import { appendEvents, publishJobEvent } from "../job/events.ts";
import { type RepositoryUse, repositoryKey } from "../repository-use.ts";
import { addIndexRequest } from "../site/index-request.ts";
import { pullRequestUrl } from "./pull-request.ts";

/**
 * Publishes that a pull request was merged, closed or reopened, wherever that was done: to its job, the project's webhooks, and
 * after a merge into the project's base to the index. Call it in the transaction of the change, once.
 *
 * @param input.row as the change leaves it
 * @param input.by who did it; null when unknown
 */
export async function publishOutcome(
  ctx: SystemContext,
  { row, by }: { row: PullRequest; by: string | null },
): Promise<void> {
  const { projectId, number, title, state, jobId } = row;
  const { db, clock } = ctx;
  const project = await db.project.findUniqueOrThrow({ where: { id: projectId }, include: { organization: true } });
  const job = jobId === null ? null : await db.job.findUnique({ where: { id: jobId, projectId } });
  if (job) {
    const type = state === "open" ? "pull_request.reopened" : (`pull_request.${state}` as const);
    const event: JobEventBody = {
      type,
      data: { number, url: row.url ?? pullRequestUrl(ctx, { project, pull: row }), title, by },
    };
    await appendEvents(ctx, { jobId: job.id, events: [event], at: clock.now() });
    await publishJobEvent(ctx, { job, event });
  }
  if (state === "merged" && row.baseRef === project.baseRef && row.repositoryKey === repositoryKey(project))
    await addIndexRequest(ctx, { projectId, reason: "change" });
}

/**
 * Detects a manual merge: the base contains the pull request's head although the dashboard did not merge it. People use
 * the command that the merge button suggests when the base is checked out.
 *
 * @returns the row, `merged` now if that is so; unchanged when the repository cannot be asked
 */
export async function reconcilePullRequest(ctx: SystemContext, row: PullRequest): Promise<PullRequest> {
  const { log } = ctx;
  if (row.state !== "open") return row;
  // Of one elsewhere its forge tells, by events and whenever a job asks; at any other Git server a look at the moved base does.
  if (hostKindOf(row.repository) !== "local") return row;
  try {
    if (!(await isContained(await openLocalRepository(row.repository), row.headSha, row.baseRef))) return row;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    log.warn({ error: error.message, pullRequestId: row.id }, "pull request could not be compared with its base");
    return row;
  }
  return markMerged(ctx, row);
}

/** Only while it is still open at this head: a new push may have come in between. */
function markMerged(ctx: SystemContext, { id, headSha }: PullRequest): Promise<PullRequest> {
  const at = ctx.clock.now();
  return inTransaction(ctx, async (ctx) => {
    const { count } = await ctx.db.pullRequest.updateMany({
      where: { id, headSha, state: "open" },
      data: { state: "merged", mergedAt: at, updatedAt: at },
    });
    const current = await ctx.db.pullRequest.findUniqueOrThrow({ where: { id } });
    if (count > 0) await publishOutcome(ctx, { row: current, by: null });
    return current;
  });
}

const MAX_OPEN = 200;

/**
 * Detects merges at a Git server that sends no events, when the base has moved. A branch that was merged as other commits (squashed or
 * rebased) stays open until a person closes it.
 */
export async function reconcileServerMerges(
  ctx: SystemContext,
  { signal, ...use }: RepositoryUse & { projectId: string; baseRef: string; signal?: AbortSignal | undefined },
): Promise<void> {
  const { projectId, baseRef, repository } = use;
  const open = await ctx.db.pullRequest.findMany({
    where: { projectId, repositoryKey: repositoryKey(use), baseRef, state: "open" },
    orderBy: { number: "desc" },
    take: MAX_OPEN,
  });
  if (open.length === 0) return;
  const heads = open.map(({ headSha }) => headSha);
  const access = () => repositoryAccess(ctx, use);
  const merged = await findMerged({ repository, access, baseRef, heads, bounds: ctx.repositoryBounds, signal });
  for (const row of open) if (merged.has(row.headSha)) await markMerged(ctx, row);
}
