import { type Job, type Prisma, type SiteIndex, type Sql, sql, type Transaction } from "@docsteward/db/client";
import type { LeaseQueue } from "@docsteward/db/lease-queue";
import { hasKilledBetween, readOomKills } from "@docsteward/platform/oom-kills";
import { isAway, ownProcess } from "@docsteward/platform/process-identity";
import type { HeldWork } from "@docsteward/platform/watchdog";
import { inTransaction, type Services } from "./context.ts";

type Rows = { job: Job; index: SiteIndex };
type Updates = { job: Prisma.JobUncheckedUpdateInput; index: Prisma.SiteIndexUncheckedUpdateInput };

/** What one worker at a time works on: a job, or the index run of a project, which bears the project's id. */
export type WorkKind = keyof Rows;
type Work<Kind extends WorkKind> = { kind: Kind; id: string };

/** A worker's hold on its work. Each claim raises the attempt, and a write that names an earlier one is refused. */
export type Lease<Kind extends WorkKind = WorkKind> = Work<Kind> & { attempt: number };

/** What a verb on leases needs; the watchdog of a worker has no more than the first two. */
type LeaseContext = Pick<Services, "db" | "clock">;

/** A worker wrote to work that it has lost: another one took it over, or it was ended. Stop, and write nothing more. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor({ kind, id, attempt }: Lease) {
    super(`Attempt ${attempt} has lost the ${kind} ${id}.`);
  }
}

type Store<Row, Update> = {
  table: Sql;
  id: Sql;
  /** True of a row that a worker may hold. */
  canBeHeld: Sql;
  queue(services: Pick<Services, "queue">): LeaseQueue;
  read(db: Transaction, id: string): Promise<Row | null>;
  update(db: Transaction, id: string, data: Update): Promise<Row>;
  /** Whether there is work to do, with or without a worker. */
  isOpen(row: Row): boolean;
  /** Whether the last worker neither ended nor released the work. */
  isAbandoned(row: Row, at: Date): boolean;
  /** What the claim of an attempt records, besides its number. */
  hold(row: Row, attempt: number, at: Date): Update;
  /** What changes when work makes progress: now, and when it last cost a worker. */
  progress(row: Row): { now: unknown; atLoss: unknown };
  countLoss(row: Row, at: Date): Update;
  release: Update;
};

const STORES: { [Kind in WorkKind]: Store<Rows[Kind], Updates[Kind]> } = {
  job: {
    table: sql`"Job"`,
    id: sql`id`,
    canBeHeld: sql`status = 'active'`,
    queue: ({ queue }) => queue.job,
    read: (db, id) => db.job.findUnique({ where: { id } }),
    update: (db, id, data) => db.job.update({ where: { id }, data }),
    isOpen: ({ status }) => status === "active",
    // A job is active with and without a worker. Workers die of other causes than their jobs, and each holds several, so a death
    // without a word counts only when the kernel killed for memory, or when the job had recorded nothing for long.
    isAbandoned: (job, at) => job.heldAttempt === job.attempt && (wasKilledForMemory(job) || wasSilent(job, at)),
    hold: ({ startedAt }, attempt, at) => ({
      ...{ heldAttempt: attempt, heldSince: at, heldOn: heldHere() },
      startedAt: startedAt ?? at,
    }),
    progress: ({ lastEntrySeq, lossEntrySeq }) => ({ now: lastEntrySeq, atLoss: lossEntrySeq }),
    countLoss: (job) => ({ consecutiveLosses: lossesOf("job", job) + 1, lossEntrySeq: job.lastEntrySeq }),
    release: { heldAttempt: null },
  },
  index: {
    table: sql`"SiteIndex"`,
    id: sql`"projectId"`,
    canBeHeld: sql`status = 'running'`,
    queue: ({ queue }) => queue.index,
    read: (db, projectId) => db.siteIndex.findUnique({ where: { projectId } }),
    update: (db, projectId, data) => db.siteIndex.update({ where: { projectId }, data }),
    isOpen: ({ status }) => status === "waiting" || status === "running",
    isAbandoned: ({ status }) => status === "running",
    hold: () => ({}),
    progress: ({ runCommit, lossCommit }) => ({ now: runCommit, atLoss: lossCommit }),
    countLoss: (index, at) => ({
      consecutiveLosses: lossesOf("index", index) + 1,
      lossCommit: index.runCommit ?? index.lossCommit,
      ...pauseAfterLoss(index, at),
    }),
    release: { status: "waiting", phase: null },
  },
};

/** What the kernel has killed so far, in the two words that {@link hasKilledBetween} reads, and who holds the work. */
const heldHere = () => [readOomKills(), ownProcess()].filter((part) => part !== null).join(" ") || null;
const holderIn = (heldOn: string) => heldOn.split(" ").slice(OOM_WORDS).join(" ");
const OOM_WORDS = 2;

const wasKilledForMemory = ({ heldOn }: Job) => hasKilledBetween(heldOn, readOomKills());

/** From a claim to the next one. A lost worker's entry comes to the next after some 12 seconds. */
const SILENT_MS = 30_000;

/** Whether an attempt that was lost took long. Whether it recorded anything is looked at for every loss. */
function wasSilent({ heldSince }: Job, at: Date): boolean {
  return heldSince !== null && at.getTime() - heldSince.getTime() >= SILENT_MS;
}

/** "I still hold it": the condition of every write of a worker. */
export function holds({ kind, id, attempt }: Lease): Sql {
  const { id: column, canBeHeld } = STORES[kind];
  return sql`${column} = ${id} AND attempt = ${attempt}::int AND ${canBeHeld}`;
}

/** Reads a row and locks it until the transaction ends, whichever worker holds the lease. */
export async function lockWork<Kind extends WorkKind>(
  { db }: Pick<Services, "db">,
  { kind, id }: Work<Kind>,
): Promise<Rows[Kind] | null> {
  const store = STORES[kind];
  await db.$queryRaw`SELECT 1 FROM ${store.table} WHERE ${store.id} = ${id} FOR UPDATE`;
  return store.read(db, id);
}

/** Reads the row of a lease and locks it until the transaction ends. @throws LeaseLostError */
export async function lockLease<Kind extends WorkKind>(
  { db }: Pick<Services, "db">,
  lease: Lease<Kind>,
): Promise<Rows[Kind]> {
  const store = STORES[lease.kind];
  const held = await db.$queryRaw<unknown[]>`SELECT 1 FROM ${store.table} WHERE ${holds(lease)} FOR UPDATE`;
  const row = held.length > 0 ? await store.read(db, lease.id) : null;
  if (row === null) throw new LeaseLostError(lease);
  return row;
}

type Claim<Kind extends WorkKind> =
  | { lease: Lease<Kind>; row: Rows[Kind] }
  /** The next worker would be lost, too: the caller ends the work. */
  | { lease: null; row: Rows[Kind] };

/**
 * Takes work for a worker, in the caller's transaction: raises the attempt, so that an earlier worker which is merely slow can
 * write nothing more.
 *
 * @returns null when there is nothing to do, or not yet. Queue entries outlive their work, so this is usual.
 */
export async function claimLease<Kind extends WorkKind>(
  ctx: LeaseContext & Pick<Services, "queue">,
  { kind, id }: Work<Kind>,
): Promise<Claim<Kind> | null> {
  const { db, clock } = ctx;
  const store = STORES[kind];
  const at = clock.now();
  const found = await lockWork(ctx, { kind, id });
  if (found === null || !store.isOpen(found)) return null;
  const row = store.isAbandoned(found, at) ? await store.update(db, id, store.countLoss(found, at)) : found;
  if (lossesOf(kind, row) >= MAX_LOSSES) return { lease: null, row };
  const delaySeconds = pauseSeconds("pausedUntil" in row ? row : {}, at);
  if (delaySeconds > 0) {
    await store.update(db, id, store.release);
    await store.queue(ctx).requeue(db, id, { delaySeconds });
    return null;
  }
  const attempt = row.attempt + 1;
  return {
    lease: { kind, id, attempt },
    row: await store.update(db, id, { ...store.release, ...store.hold(row, attempt, at), attempt }),
  };
}

/** Returns work whole, as a worker does that is stopped: the next one does not count a loss. */
export async function releaseLease(ctx: LeaseContext, lease: Lease): Promise<void> {
  await returnLease(ctx, lease, { isCause: false });
}

async function returnLease<Kind extends WorkKind>(
  ctx: LeaseContext,
  lease: Lease<Kind>,
  { isCause }: { isCause: boolean },
): Promise<void> {
  const { kind, id } = lease;
  const store = STORES[kind];
  await inTransaction(ctx, async (tx) => {
    const row = await lockLease(tx, lease);
    await store.update(tx.db, id, { ...(isCause && store.countLoss(row, ctx.clock.now())), ...store.release });
  }).catch((error: unknown) => {
    if (!(error instanceof LeaseLostError)) throw error;
  });
}

/** So many losses in a row without progress end the work. */
export const MAX_LOSSES = 2;

/** The losses in a row since the work last made progress. What is not known is not progress. */
function lossesOf<Kind extends WorkKind>(kind: Kind, row: Rows[Kind]): number {
  const { now, atLoss } = STORES[kind].progress(row);
  const hasProgress = now !== null && atLoss !== null && now !== atLoss;
  return hasProgress ? 0 : row.consecutiveLosses;
}

/**
 * Records what a worker held that is about to be ended because its event loop is blocked. The loss counts against the work that
 * blocked it, and against nothing else that this worker held. Without a known cause nothing is recorded: the next worker finds
 * a run as after any other death.
 */
export async function recordLosses(ctx: LeaseContext, { current, held }: HeldWork): Promise<void> {
  if (current === null) {
    // No job blocked the loop. A run may have: it reads whole sites, also outside of what is named.
    for (const lease of held) if (lease.kind === "job") await releaseLease(ctx, lease);
    return;
  }
  for (const lease of held)
    await returnLease(ctx, lease, { isCause: lease.kind === current.kind && lease.id === current.id });
}

/** Jobs and runs that are queued again at one time. */
const MAX_REQUEUED = 500;

/**
 * Queues work again that no queue entry is left for: after 14 days without a worker, when a backup was restored without the
 * queue, or when an operator cleared the queue. Without this it would wait forever. Any number of processes may run it; one
 * does the work, the others leave it to that one.
 *
 * @returns how many
 */
export async function requeueLost(
  ctx: LeaseContext & Pick<Services, "queue">,
  { kind }: { kind: WorkKind | "automation" },
): Promise<number> {
  const queue = kind === "automation" ? ctx.queue.automation : STORES[kind].queue(ctx);
  // Looked for before anything is locked: nearly always there are none.
  if ((await queue.findLost(ctx.db, 1)).length === 0) return 0;
  return inTransaction(ctx, async ({ db }) => {
    const [lock] = await db.$queryRaw<{ isFree: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`docsteward requeue ${kind}`}, 0)) AS "isFree"`;
    if (!lock?.isFree) return 0;
    const lost = await queue.findLost(db, MAX_REQUEUED);
    for (const id of lost) await queue.requeue(db, id);
    return lost.length;
  });
}

/** Jobs that are looked at for a holder that is away. */
const MAX_HELD = 1_000;

/**
 * Lets other workers have the jobs of processes of this machine that were killed or stopped, without waiting for their heartbeats to run
 * out. A stopped one that goes on has lost its jobs. Nothing is known here of other machines and containers.
 *
 * @returns how many
 */
export async function handBackJobsOfAway(ctx: LeaseContext & Pick<Services, "queue">): Promise<number> {
  const boot = heldHere()?.split(" ")[0];
  if (boot === undefined) return 0;
  const rows = await ctx.db.$queryRaw<{ id: string; heldOn: string }[]>`
    SELECT id, "heldOn" FROM "Job"
    WHERE status = 'active' AND "heldAttempt" = attempt AND starts_with("heldOn", ${`${boot} `}::text)
    LIMIT ${MAX_HELD}::int`;
  let count = 0;
  for (const seen of rows) if (isAway(holderIn(seen.heldOn)) && (await handBack(ctx, seen))) count += 1;
  return count;
}

async function handBack(
  ctx: LeaseContext & Pick<Services, "queue">,
  { id, heldOn }: { id: string; heldOn: string },
): Promise<boolean> {
  const { isAbandoned, countLoss, release, update } = STORES.job;
  return inTransaction(ctx, async (tx) => {
    const row = await lockWork(tx, { kind: "job", id });
    // Another worker has been faster.
    if (row?.status !== "active" || row.heldAttempt !== row.attempt || row.heldOn !== heldOn) return false;
    if (!(await ctx.queue.job.handBack(tx.db, id))) return false;
    const at = ctx.clock.now();
    await update(tx.db, id, { ...(isAbandoned(row, at) && countLoss(row, at)), ...release });
    return true;
  });
}

type Pausable = Pick<SiteIndex, "recentLosses" | "pausedUntil">;

const MINUTE_MS = 60_000;
const PAUSE_MINUTES = [0, 1, 5, 25, 60];
const FORGIVEN_AFTER_MS = 60 * MINUTE_MS;

/**
 * How long a project waits after a run that cost a worker or too much else, whatever commit it was over: each new commit has its
 * attempts, and new commits must not keep workers busy. The pause grows until an hour has passed without one.
 */
function pauseAfterLoss(row: Pausable, at: Date): Pausable {
  const losses = recentLosses(row, at) + 1;
  const minutes = PAUSE_MINUTES[Math.min(losses, PAUSE_MINUTES.length) - 1] ?? 0;
  return { recentLosses: losses, pausedUntil: new Date(at.getTime() + minutes * MINUTE_MS) };
}

/** Shorter runs are no burden. */
const SHORT_RUN_MS = 20_000;
const MAX_REST_MS = 600_000;

type EndedRun = {
  endedAt: Date;
  /** It failed, or left pages out: after a long one the project waits as long again, so that it does not keep a worker busy. */
  isBurden: boolean;
  /** It cost as much as a lost worker. */
  isLoss: boolean;
};

/** How long a project waits after a run that ended. */
export function pauseAfterRun(
  row: Pausable & Pick<SiteIndex, "startedAt">,
  { endedAt, isBurden, isLoss }: EndedRun,
): Pausable {
  const runMs = endedAt.getTime() - (row.startedAt ?? endedAt).getTime();
  const restMs = isBurden && runMs >= SHORT_RUN_MS ? Math.min(runMs, MAX_REST_MS) : 0;
  const pause = isLoss ? pauseAfterLoss(row, endedAt) : row;
  const restsUntil = new Date(endedAt.getTime() + restMs);
  if (restMs === 0 || (pause.pausedUntil !== null && pause.pausedUntil >= restsUntil)) return toPausable(pause);
  return { recentLosses: isLoss ? pause.recentLosses : recentLosses(row, endedAt), pausedUntil: restsUntil };
}

const toPausable = ({ recentLosses: losses, pausedUntil }: Pausable): Pausable => ({
  recentLosses: losses,
  pausedUntil,
});

function recentLosses({ recentLosses: losses, pausedUntil }: Pausable, at: Date): number {
  const isForgiven = pausedUntil !== null && at.getTime() - pausedUntil.getTime() > FORGIVEN_AFTER_MS;
  return isForgiven ? 0 : losses;
}

/** How long no worker may take the work; 0 when there is no pause. Jobs have none. */
export function pauseSeconds(row: { pausedUntil?: Date | null }, at: Date): number {
  return row.pausedUntil ? Math.max(0, Math.ceil((row.pausedUntil.getTime() - at.getTime()) / 1_000)) : 0;
}
