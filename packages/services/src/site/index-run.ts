import type { Organization, Project, SiteIndex } from "@docsteward/db/client";
import { inTransaction, type SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { claimLease, type Lease, LeaseLostError, lockLease, pauseAfterRun, pauseSeconds } from "../lease.ts";
import { recordNotification } from "../notification/record.ts";

/** A run as its worker takes it. */
export type ClaimedIndex = {
  lease: Lease<"index">;
  project: Project;
  organization: Organization;
  /** The row before the run; `version` is what answers meanwhile. */
  index: SiteIndex;
};

/**
 * Takes the run of a project for a worker, and removes what a lost worker has left. The attempt is the number of the version that the
 * run makes.
 *
 * @returns null when there is nothing to do, when the project has to wait, and when the last workers were lost over the run
 */
export async function claimIndex(
  ctx: SystemContext,
  { projectId }: { projectId: string },
): Promise<ClaimedIndex | null> {
  return inTransaction(ctx, async (ctx) => {
    const { db, clock } = ctx;
    const claim = await claimLease(ctx, { kind: "index", id: projectId });
    if (claim === null) return null;
    const { lease, row: index } = claim;
    if (lease === null) {
      await endAsLost(ctx, index);
      return null;
    }
    await removeUnfinished(ctx, index);
    const reset = { runCommit: null, endedAt: null, failure: null, pagesDone: 0, pagesTotal: 0 };
    const begun = {
      status: "running",
      handledRequest: index.requests,
      startedAt: clock.now(),
      phase: "fetching",
    } as const;
    await db.siteIndex.update({ where: { projectId }, data: { ...reset, ...begun } });
    const project = await db.project.findUniqueOrThrow({ where: { id: projectId } });
    const organization = await db.organization.findUniqueOrThrow({ where: { id: project.organizationId } });
    return { lease, project, organization, index };
  });
}

async function endAsLost(ctx: SystemContext, { projectId, requests, lossCommit, indexedAt }: SiteIndex): Promise<void> {
  const failure = formatLoss(lossCommit);
  const failed = {
    status: "failed",
    phase: null,
    failure,
    endedAt: ctx.clock.now(),
    handledRequest: requests,
  } as const;
  const givenUp = lossCommit === null ? {} : { givenUpCommit: lossCommit };
  await ctx.db.siteIndex.update({ where: { projectId }, data: { ...failed, ...givenUp } });
  await notifyPeople(ctx, { projectId, indexedAt, failure });
}

function formatLoss(lossCommit: string | null): string {
  const [what, advice] =
    lossCommit === null
      ? ["fetched the repository", "See the log for the cause"]
      : [
          `read commit ${lossCommit.slice(0, 7)}`,
          "See the log for the cause, and fix or remove the page that takes too long to read",
        ];
  return `The worker stopped twice while it ${what}. ${advice}, then run \`docsteward index\`.`;
}

/** Removes what a run wrote that never came to answer, and what answers no more. */
async function removeUnfinished({ db }: SystemContext, { projectId, version }: SiteIndex): Promise<void> {
  await db.sitePage.deleteMany({ where: { projectId, sinceVersion: { gt: version } } });
  await db.sitePage.updateMany({
    where: { projectId, untilVersion: { gt: version } },
    data: { untilVersion: null },
  });
  await db.sitePage.deleteMany({ where: { projectId, untilVersion: { lte: version } } });
}

/** `ended`: the run rests. `more`: another one was requested meanwhile and has no pause to wait for; the worker begins it. */
export type IndexEnd = "ended" | "more";

/** Ends a run well, after everything it makes is stored. @throws LeaseLostError */
export async function finishIndex(ctx: SystemContext, { lease }: { lease: Lease<"index"> }): Promise<IndexEnd> {
  return endRun(ctx, lease, { failure: null, givesUp: false, isHeld: false });
}

type IndexFailure = {
  lease: Lease<"index">;
  /** A sentence for people: what is wrong and what to do. */
  failure: string;
  /** No run begins by itself over the same commit, and other commits wait longer each time. */
  givesUp?: boolean;
  /** The version waits for an owner: no run begins by itself over the same commit. */
  isHeld?: boolean;
};

/** Ends a run that could not do its work. What answered before still answers. @throws LeaseLostError */
export async function failIndex(
  ctx: SystemContext,
  { lease, failure, givesUp = false, isHeld = false }: IndexFailure,
): Promise<IndexEnd> {
  return endRun(ctx, lease, { failure: stripNul(failure), givesUp, isHeld });
}

function endRun(
  ctx: SystemContext,
  lease: Lease<"index">,
  { failure, givesUp, isHeld }: { failure: string | null; givesUp: boolean; isHeld: boolean },
): Promise<IndexEnd> {
  const { id: projectId } = lease;
  return inTransaction(ctx, async (ctx) => {
    const index = await lockLease(ctx, lease);
    const endedAt = ctx.clock.now();
    const hasMore = index.requests > index.handledRequest;
    const isBurden = (failure !== null && !isHeld) || index.skippedCount > 0;
    const pause = pauseAfterRun(index, { endedAt, isBurden, isLoss: givesUp });
    const atRest = failure === null ? "ready" : "failed";
    await ctx.db.siteIndex.update({
      where: { projectId },
      data: {
        status: hasMore ? "waiting" : atRest,
        phase: null,
        consecutiveLosses: 0,
        endedAt,
        ...(failure !== null && { failure }),
        ...((givesUp || isHeld) && { givenUpCommit: index.runCommit }),
        heldCommit: isHeld ? index.runCommit : null,
        ...pause,
      },
    });
    if (failure !== null) {
      await notifyPeople(ctx, { projectId, indexedAt: index.indexedAt, failure });
    }
    const delaySeconds = pauseSeconds(pause, endedAt);
    if (hasMore && delaySeconds > 0) await ctx.queue.index.requeue(ctx.db, projectId, { delaySeconds });
    return hasMore && delaySeconds === 0 ? "more" : "ended";
  });
}

/** Notifies people that an index is broken. It stays so over many runs: they hear of it once, until a run succeeds. */
async function notifyPeople(
  ctx: SystemContext,
  { projectId, indexedAt, failure }: { projectId: string; indexedAt: Date | null; failure: string },
): Promise<void> {
  const key = `index:${projectId}:${indexedAt?.getTime() ?? 0}`;
  await recordNotification(ctx, { projectId, kind: "index", key, title: failure, path: "settings/index" });
}

/**
 * Ends a run that has more to do, and requests the next behind those of other sites. What the run has stored stays.
 *
 * @throws LeaseLostError
 */
export async function pauseIndex(ctx: SystemContext, { lease }: { lease: Lease<"index"> }): Promise<void> {
  const { id: projectId } = lease;
  await inTransaction(ctx, async (ctx) => {
    await lockLease(ctx, lease);
    await ctx.db.siteIndex.update({ where: { projectId }, data: { status: "waiting", consecutiveLosses: 0 } });
    await ctx.queue.index.requeue(ctx.db, projectId);
  });
}

const INDEX_PHASES = ["fetching", "reading", "embedding"] as const;
type IndexPhase = (typeof INDEX_PHASES)[number];

/** Progress of an index run, as its worker reports it. */
export type IndexProgress = { phase: IndexPhase; runCommit?: string; pagesDone?: number; pagesTotal?: number };

/** Stores how far a run is, for people who wait for it. @throws LeaseLostError */
export async function recordIndexProgress(
  { db }: SystemContext,
  { lease, ...progress }: IndexProgress & { lease: Lease<"index"> },
): Promise<void> {
  const where = { projectId: lease.id, attempt: lease.attempt, status: "running" } as const;
  const { count } = await db.siteIndex.updateMany({ where, data: progress });
  if (count === 0) throw new LeaseLostError(lease);
}
