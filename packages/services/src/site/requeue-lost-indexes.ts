import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";

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
