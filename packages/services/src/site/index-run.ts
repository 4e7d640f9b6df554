import type { Organization, Project, SiteIndex, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { stripNul } from "../database.ts";
import { countIndexLoss, isPaused, MAX_LOSSES, pauseAfter } from "../losses.ts";
import { restSeconds } from "./index-request.ts";

/** A run as its worker takes it. */
export type ClaimedIndex = {
  claim: IndexLease;
  project: Project;
  organization: Organization;
  /** How things stand before the run; `version` is what answers meanwhile. */
  index: SiteIndex;
};

/**
 * Takes the run of a project for a worker: raises the attempt, so that an earlier worker which is merely slow can write nothing
 * more, and clears away what a lost one has left.
 *
 * The attempt is the number of the version that the run makes.
 *
 * @returns null when there is nothing to do: nobody asked since the last run, {@link MAX_LOSSES} workers were lost over it, or the
 * project has to wait
 */
export async function claimIndex(services: Services, projectId: string): Promise<ClaimedIndex | null> {
  return withTransaction(services.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "SiteIndex" WHERE "projectId" = ${projectId} FOR UPDATE`;
    const index = await tx.siteIndex.findUnique({ where: { projectId } });
    if (index === null || index.status === "ready" || index.status === "failed") return null;
    const at = services.clock.now();
    // A run that is still under way was not handed back: its worker died.
    const losses = index.status === "running" ? countIndexLoss(index, at) : {};
    const { consecutiveLosses, lossCommit, pausedUntil } = { ...index, ...losses };
    if (consecutiveLosses >= MAX_LOSSES) {
      const failed = {
        status: "failed",
        failure: formatLoss(lossCommit),
        endedAt: at,
        takenRequest: index.requests,
        ...(lossCommit !== null && { givenUpCommit: lossCommit }),
      } as const;
      await tx.siteIndex.update({ where: { projectId }, data: { ...losses, ...failed, phase: null } });
      return null;
    }
    if (isPaused({ pausedUntil }, at)) {
      await tx.siteIndex.update({ where: { projectId }, data: { ...losses, status: "waiting", phase: null } });
      return null;
    }
    const attempt = index.attempt + 1;
    await clearUnfinished(tx, index);
    await tx.siteIndex.update({ where: { projectId }, data: { ...begun(index, at), attempt, ...losses } });
    const project = await tx.project.findUniqueOrThrow({ where: { id: projectId } });
    const organization = await tx.organization.findUniqueOrThrow({ where: { id: project.organizationId } });
    return { claim: { projectId, attempt }, project, organization, index };
  });
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

function begun({ requests }: SiteIndex, at: Date) {
  const none = { runCommit: null, endedAt: null, failure: null, pagesDone: 0, pagesTotal: 0 };
  return { ...none, status: "running", takenRequest: requests, startedAt: at, phase: "fetching" } as const;
}

/** Takes back what a run wrote that never came to answer, and drops what answers no more. */
async function clearUnfinished(tx: Transaction, { projectId, version }: SiteIndex): Promise<void> {
  await tx.sitePage.deleteMany({ where: { projectId, sinceVersion: { gt: version } } });
  await tx.sitePage.updateMany({
    where: { projectId, untilVersion: { gt: version } },
    data: { untilVersion: null },
  });
  await tx.sitePage.deleteMany({ where: { projectId, untilVersion: { lte: version } } });
}

/** `ended`: the run rests. `more`: somebody asked meanwhile, and the worker begins again; not where the site has to rest first. */
export type IndexEnd = "ended" | "more";

/** Ends a run well, after everything it makes is there. @throws IndexLostError when the worker has lost the run */
export async function finishIndex(services: Services, claim: IndexLease): Promise<IndexEnd> {
  return withTransaction(services.db, async (tx) => {
    const { requests, takenRequest, ...last } = await lockIndexLease(tx, claim);
    const endedAt = services.clock.now();
    const hasMore = requests > takenRequest;
    const status = hasMore ? "waiting" : "ready";
    await tx.siteIndex.update({
      where: { projectId: claim.projectId },
      data: { status, phase: null, consecutiveLosses: 0, endedAt },
    });
    const rest = hasMore ? restSeconds({ ...last, endedAt }, endedAt) : 0;
    if (rest > 0) await services.queue.index.enqueue(tx, claim.projectId, rest);
    return hasMore && rest === 0 ? "more" : "ended";
  });
}

/**
 * Ends a run that could not do its work. What answered before goes on answering.
 *
 * @param failure a sentence for people: what is wrong and what to do
 * @param options.givesUp no run begins by itself over the same commit, and other commits wait longer each time
 * @throws IndexLostError when the worker has lost the run
 */
export async function failIndex(
  services: Services,
  claim: IndexLease,
  failure: string,
  { givesUp = false }: { givesUp?: boolean } = {},
): Promise<IndexEnd> {
  return withTransaction(services.db, async (tx) => {
    const index = await lockIndexLease(tx, claim);
    const hasMore = index.requests > index.takenRequest;
    const endedAt = services.clock.now();
    const end = {
      failure: stripNul(failure),
      endedAt,
      ...(givesUp && { givenUpCommit: index.runCommit, ...pauseAfter(index, endedAt) }),
    };
    await tx.siteIndex.update({
      where: { projectId: claim.projectId },
      data: { ...end, status: hasMore ? "waiting" : "failed", phase: null, consecutiveLosses: 0 },
    });
    const rest = hasMore ? restSeconds({ ...index, endedAt, hasFailed: true }, endedAt) : 0;
    if (rest > 0) await services.queue.index.enqueue(tx, claim.projectId, rest);
    return hasMore && rest === 0 ? "more" : "ended";
  });
}

/**
 * Ends a run that has more to do, and asks for the next behind those of other sites. What the run has stored stays.
 *
 * @throws IndexLostError when the worker has lost the run
 */
export async function pauseIndex(services: Services, claim: IndexLease): Promise<void> {
  const { projectId } = claim;
  await withTransaction(services.db, async (tx) => {
    await lockIndexLease(tx, claim);
    await tx.siteIndex.update({ where: { projectId }, data: { status: "waiting", consecutiveLosses: 0 } });
    await services.queue.index.enqueue(tx, projectId);
  });
}

/** Hands a run back whole, as a worker does that is told to stop: the next one is not told that a worker was lost over it. */
export async function releaseIndex({ db }: Services, claim: IndexLease): Promise<void> {
  await db.siteIndex.updateMany({ where: { ...claim, status: "running" }, data: { status: "waiting", phase: null } });
}

const INDEX_PHASES = ["fetching", "reading", "embedding"] as const;
type IndexPhase = (typeof INDEX_PHASES)[number];

export type IndexProgress = { phase: IndexPhase; runCommit?: string; pagesDone?: number; pagesTotal?: number };

/** Notes how far a run is, for people who wait for it. @throws IndexLostError when the worker has lost the run */
export async function recordIndexProgress({ db }: Services, claim: IndexLease, progress: IndexProgress): Promise<void> {
  const { count } = await db.siteIndex.updateMany({ where: { ...claim, status: "running" }, data: progress });
  if (count === 0) throw new IndexLeaseLostError(claim);
}

const MAX = 500;

/**
 * Queues runs again that no queue entry is left for, so that no site waits for ever. Any number of processes may do this at
 * once.
 *
 * @returns how many
 */
export async function requeueLostIndexes({ db, queue }: Services): Promise<number> {
  if ((await queue.index.findLost(db, 1)).length === 0) return 0;
  return withTransaction(db, async (tx) => {
    const [lock] = await tx.$queryRaw<{ isFree: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('docsteward requeue index', 0)) AS "isFree"`;
    if (!lock?.isFree) return 0;
    const lost = await queue.index.findLost(tx, MAX);
    for (const projectId of lost) await queue.index.enqueue(tx, projectId);
    return lost.length;
  });
}

/** Reads the site of a claim and locks it until `tx` ends. @throws IndexLostError when the claim is lost */
export async function lockIndexLease(tx: Transaction, claim: IndexLease): Promise<SiteIndex> {
  const { projectId, attempt } = claim;
  await tx.$queryRaw`SELECT 1 FROM "SiteIndex" WHERE "projectId" = ${projectId} FOR UPDATE`;
  const index = await tx.siteIndex.findUnique({ where: { projectId } });
  if (index?.status !== "running" || index.attempt !== attempt) throw new IndexLeaseLostError(claim);
  return index;
}

/** A worker's hold on a run. Every write names the attempt, and is refused once a later one has begun. */
export type IndexLease = { projectId: string; attempt: number };

/** A worker wrote to a run that another one has taken over. Stop, and write nothing more. */
export class IndexLeaseLostError extends Error {
  override readonly name = "IndexLostError";

  constructor({ projectId, attempt }: IndexLease) {
    super(`Attempt ${attempt} has lost the index of ${projectId}.`);
  }
}
