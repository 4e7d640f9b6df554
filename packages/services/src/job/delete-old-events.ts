import type { Services } from "../context.ts";

const DAY_MS = 86_400_000;

/** Deletes events older than the retention, of jobs that have ended. @returns how many */
export async function deleteOldEvents({ db, clock, eventRetentionDays }: Services): Promise<number> {
  const nowMs = clock.now().getTime();
  const before = (days: number) => new Date(nowMs - days * DAY_MS);
  let count = await db.$executeRaw`
    DELETE FROM "JobEvent" event USING "Job" job
    WHERE job.id = event."jobId" AND job.status <> 'active' AND event."createdAt" < ${before(eventRetentionDays)}::timestamptz`;
  const shorter = await db.project.findMany({ where: { eventRetentionDays: { lt: eventRetentionDays } } });
  for (const { id, eventRetentionDays: own } of shorter) {
    count += await db.$executeRaw`
      DELETE FROM "JobEvent" event USING "Job" job
      WHERE job.id = event."jobId" AND job."projectId" = ${id} AND job.status <> 'active'
        AND event."createdAt" < ${before(own ?? eventRetentionDays)}::timestamptz`;
  }
  return count;
}
