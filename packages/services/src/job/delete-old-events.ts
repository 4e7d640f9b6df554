import type { Services } from "../context.ts";

const DAY_MS = 86_400_000;

/** Deletes events older than the retention, of jobs that have ended. @returns how many */
export async function deleteOldEvents({ db, clock, eventRetentionDays }: Services): Promise<number> {
  const before = new Date(clock.now().getTime() - eventRetentionDays * DAY_MS);
  return db.$executeRaw`
    DELETE FROM "JobEvent" event USING "Job" job
    WHERE job.id = event."jobId" AND job.status <> 'active' AND event."createdAt" < ${before}::timestamptz`;
}
