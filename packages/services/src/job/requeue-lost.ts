import type { Services } from "../context.ts";

const MAX = 500;
/** A job is made and queued in one transaction; what is younger than this may simply not have been seen yet. */
const MIN_AGE_MS = 60_000;

/**
 * Queues active jobs again that no queue entry is left for: after 14 days without a worker, or when a backup was restored
 * without the queue. Without this they would stay active for ever.
 *
 * @returns how many
 */
export async function requeueLostJobs({ db, queue, clock }: Services): Promise<number> {
  const before = new Date(clock.now().getTime() - MIN_AGE_MS);
  const active = await db.job.findMany({
    where: { status: "active", createdAt: { lt: before } },
    orderBy: { createdAt: "asc" },
    select: { id: true },
    take: MAX,
  });
  const lost = await queue.findWithoutEntry(
    db,
    active.map(({ id }) => id),
  );
  for (const id of lost) await db.$transaction((tx) => queue.enqueueAgent(tx, id));
  return lost.length;
}
