import type { Job, SiteIndex, Transaction } from "@docsteward/db/client";
import { systemClock } from "@docsteward/platform/clock";
import type { HeldWork, WorkName } from "@docsteward/platform/watchdog";

/** Work that so many workers in a row were lost over is not given to another one. */
export const MAX_LOSSES = 2;

/**
 * Notes what a worker held that is about to be ended because its event loop stood still. The loss counts against the work that
 * blocked it, and against nothing else that this worker held. Where that is not known nothing is noted: the next worker finds what
 * was lost as after any other death.
 */
export async function recordLosses(db: Transaction, { current, held }: HeldWork): Promise<void> {
  if (current === null) return;
  if (current.kind === "job") await recordJobLoss(db, current);
  for (const work of held) {
    if (work.kind === "index") await recordIndexLoss(db, work, { isCause: isSame(work, current) });
  }
}

const isSame = (work: WorkName, other: WorkName) => work.kind === other.kind && work.id === other.id;

/** Any entry in the journal since the last loss is progress, and begins the count anew. */
async function recordJobLoss(db: Transaction, { id, attempt }: WorkName): Promise<void> {
  await db.$executeRaw`
    UPDATE "Job" SET
      "consecutiveLosses" = CASE WHEN "lossStepSeq" = "lastStepSeq" THEN "consecutiveLosses" + 1 ELSE 1 END,
      "lossStepSeq" = "lastStepSeq"
    WHERE id = ${id} AND attempt = ${attempt}::int AND status = 'active'`;
}

/** Whether the next worker would be lost over the job, too, as far as can be told. */
export function isLostCause({ consecutiveLosses, lossStepSeq, lastStepSeq }: Job): boolean {
  return consecutiveLosses >= MAX_LOSSES && lossStepSeq === lastStepSeq;
}

/** The run goes back whole, so that whoever takes it next does not count the loss again. */
async function recordIndexLoss(
  db: Transaction,
  { id: projectId, attempt }: WorkName,
  { isCause }: { isCause: boolean },
): Promise<void> {
  const index = await db.siteIndex.findUnique({ where: { projectId } });
  if (!index) return;
  const loss = isCause ? countIndexLoss(index, systemClock.now()) : {};
  await db.siteIndex.updateMany({
    where: { projectId, attempt, status: "running" },
    data: { ...loss, status: "waiting", phase: null },
  });
}

/** Losses over one commit add up. A loss before the commit was known counts as one over the same commit. */
export function countIndexLoss(index: SiteIndex, at: Date) {
  const { consecutiveLosses, lossCommit, runCommit } = index;
  const isOther = lossCommit !== null && runCommit !== null && lossCommit !== runCommit;
  return {
    consecutiveLosses: isOther ? 1 : consecutiveLosses + 1,
    lossCommit: runCommit ?? lossCommit,
    ...pauseAfter(index, at),
  };
}

const MINUTE_MS = 60_000;
const PAUSE_MINUTES = [0, 1, 5, 25, 60];
const FORGIVEN_AFTER_MS = 60 * MINUTE_MS;

/**
 * How long a project waits after a run that cost a worker or too much else, whatever commit it was over: each new commit has its
 * tries, and nobody may keep workers busy with new commits. The pause grows until an hour has passed in which nothing was lost.
 */
export function pauseAfter({ recentLosses, pausedUntil }: SiteIndex, at: Date) {
  const isForgiven = pausedUntil !== null && at.getTime() - pausedUntil.getTime() > FORGIVEN_AFTER_MS;
  const losses = isForgiven ? 1 : recentLosses + 1;
  const minutes = PAUSE_MINUTES[Math.min(losses, PAUSE_MINUTES.length) - 1] ?? 0;
  return { recentLosses: losses, pausedUntil: new Date(at.getTime() + minutes * MINUTE_MS) };
}

export const isPaused = ({ pausedUntil }: Pick<SiteIndex, "pausedUntil">, at: Date) =>
  pausedUntil !== null && pausedUntil > at;
