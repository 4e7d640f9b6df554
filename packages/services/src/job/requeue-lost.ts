import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";

const MAX = 500;

/**
 * Queues active jobs again that no queue entry is left for: after 14 days without a worker, when a backup was restored without
 * the queue, or when somebody cleared the queue by hand. Without this they would stay active for ever.
 *
 * Any number of processes may do this at once: one does it, the others leave it to that one.
 *
 * @returns how many
 */
export async function requeueLostJobs({ db, queue }: Services): Promise<number> {
  // Looked for before anything is locked: nearly always there are none.
  if ((await queue.findLost(db, 1)).length === 0) return 0;
  return withTransaction(db, async (tx) => {
    const [lock] = await tx.$queryRaw<{ isFree: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('docsteward requeue', 0)) AS "isFree"`;
    if (!lock?.isFree) return 0;
    const lost = await queue.findLost(tx, MAX);
    for (const id of lost) await queue.requeueAgent(tx, id);
    return lost.length;
  });
}
