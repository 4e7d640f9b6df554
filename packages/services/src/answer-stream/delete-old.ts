import type { Database } from "@docsteward/db/client";
import type { Clock } from "@docsteward/platform/clock";

/** So long after its end an answer that nobody has read to the end can still be taken up. */
export const STREAM_GRACE_MS = 60_000;
/** Its process is gone for good. */
const DEAD_MS = 5 * 60_000;

/** Deletes the kept pieces of answers that nobody will take up any more. @returns how many answers */
export async function deleteOldStreams({ db, clock }: { db: Database; clock: Clock }): Promise<number> {
  const nowMs = clock.now().getTime();
  const { count } = await db.answerStream.deleteMany({
    where: {
      OR: [{ endedAt: { lt: new Date(nowMs - STREAM_GRACE_MS) } }, { aliveAt: { lt: new Date(nowMs - DEAD_MS) } }],
    },
  });
  return count;
}
