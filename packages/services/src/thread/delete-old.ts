import type { Services } from "../context.ts";

const DAY_MS = 86_400_000;

/** Deletes threads whose last question is older than the retention, with all their turns. @returns how many threads */
export async function deleteOldThreads({ db, clock, threadRetentionDays }: Services): Promise<number> {
  const nowMs = clock.now().getTime();
  const isOld = (days: number) => ({ updatedAt: { lt: new Date(nowMs - days * DAY_MS) } });
  let { count } = await db.thread.deleteMany({ where: isOld(threadRetentionDays) });
  const shorter = await db.project.findMany({ where: { threadRetentionDays: { lt: threadRetentionDays } } });
  for (const { id: projectId, threadRetentionDays: own } of shorter) {
    count += (await db.thread.deleteMany({ where: { projectId, ...isOld(own ?? threadRetentionDays) } })).count;
  }
  return count;
}
