import type { Services } from "../context.ts";

const DAY_MS = 86_400_000;

/** Deletes threads whose last question is older than the retention, with all their turns. @returns how many threads */
export async function deleteOldThreads({ db, clock, threadRetentionDays }: Services): Promise<number> {
  const before = new Date(clock.now().getTime() - threadRetentionDays * DAY_MS);
  const { count } = await db.thread.deleteMany({ where: { updatedAt: { lt: before } } });
  return count;
}
