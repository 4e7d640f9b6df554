import type { Services } from "../context.ts";
import type { JobClaim } from "./job-claim.ts";

/**
 * Whether somebody ended the job while this worker was at it: it was cancelled, or swept up as stuck. Not so when the job was
 * handed back or another worker took it over, and still so when a message has woken it since.
 */
export async function wasStopped({ db }: Pick<Services, "db">, { jobId, attempt }: JobClaim): Promise<boolean> {
  const [row] = await db.$queryRaw<{ wasStopped: boolean }[]>`
    WITH mine AS (
      SELECT max(seq) AS seq FROM "JobEvent"
      WHERE "jobId" = ${jobId} AND type = 'job.started' AND (data->>'attempt')::int = ${attempt}::int
    ), following AS (
      SELECT event.type FROM "JobEvent" event JOIN mine ON event.seq > mine.seq
      WHERE event."jobId" = ${jobId} AND event.type IN ('job.started', 'job.failed')
      ORDER BY event.seq LIMIT 1
    )
    SELECT EXISTS (SELECT 1 FROM following WHERE type = 'job.failed') AS "wasStopped"`;
  return row?.wasStopped ?? false;
}
