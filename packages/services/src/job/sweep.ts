import { inTransaction, type SystemContext } from "../context.ts";
import { lockWork, requeueLost } from "../lease.ts";
import { stopJob } from "./stop.ts";

/**
 * Makes sure that no job stays active forever: one that the queue has lost is queued again, one whose worker has stopped
 * getting on is ended. Cheap when there is nothing to do; any process may run it, at any time.
 */
export async function sweepJobs(ctx: SystemContext, limits: { maxMinutes: number }): Promise<void> {
  const requeued = await requeueLost(ctx, { kind: "job" });
  const ended = await failStalledJobs(ctx, limits);
  if (requeued > 0) ctx.log.warn({ requeued }, "lost jobs were queued again");
  if (ended.length > 0) ctx.log.error({ jobIds: ended }, "stalled jobs were failed");
}

const MINUTE_MS = 60_000;
/** The agent ends itself at its wall clock, between two model calls; this is what it gets for the last one. */
const GRACE_MS = 5 * MINUTE_MS;
const SILENCE_MS = 10 * MINUTE_MS;

/**
 * Ends jobs whose worker lives but has stopped getting on: past their time since the agent last took a person's message, with
 * nothing recorded for ten minutes. A job that waits in the queue is none of them, however long it waits.
 *
 * @param maxMinutes the wall clock of one job on this installation; a project or organization may have its own
 * @returns the ids of the jobs that were ended
 */
async function failStalledJobs(ctx: SystemContext, { maxMinutes }: { maxMinutes: number }): Promise<string[]> {
  const { db, queue, clock } = ctx;
  const nowMs = clock.now().getTime();
  const times = {
    now: new Date(nowMs - GRACE_MS),
    maxMinutes,
    silentBefore: new Date(nowMs - SILENCE_MS),
  };
  const held = await queue.job.findHeld(db);
  const suspects = held.length === 0 ? [] : await findStalled(ctx, held, times);
  const reason = "The agent exceeded its time limit and stopped responding. Send a message to continue.";
  const ended: string[] = [];
  for (const id of suspects) {
    await inTransaction(ctx, async (ctx) => {
      const job = await lockWork(ctx, { kind: "job", id });
      // Nothing can be recorded under the lock, but something may have been just before it.
      if (job === null || (await findStalled(ctx, [id], times)).length === 0) return;
      await stopJob(ctx, { job, failure: { code: "limit_reached", reason } });
      ended.push(id);
    });
  }
  return ended;
}

/** The signs of life are what a worker writes: entries, and events from its start on. The minutes are those of `resolveJobLimits`. */
async function findStalled(
  { db }: SystemContext,
  ids: string[],
  { now, maxMinutes, silentBefore }: { now: Date; maxMinutes: number; silentBefore: Date },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT job.id FROM "Job" job
    JOIN "Project" project ON project.id = job."projectId"
    JOIN "Organization" organization ON organization.id = project."organizationId"
    CROSS JOIN LATERAL (SELECT ${now}::timestamptz - interval '1 minute' * CASE
      WHEN organization."jobLimits" ? 'maxMinutes'
        THEN LEAST((project."jobLimits"->>'maxMinutes')::int, (organization."jobLimits"->>'maxMinutes')::int,
          GREATEST(${maxMinutes}::int, (organization."grantedJobLimits"->>'maxMinutes')::int))
      ELSE LEAST(COALESCE((project."jobLimits"->>'maxMinutes')::int, ${maxMinutes}::int),
          GREATEST(${maxMinutes}::int, (project."grantedJobLimits"->>'maxMinutes')::int))
    END AS "overdueBefore") times
    WHERE job.id = ANY(${ids}::text[]) AND job.status = 'active' AND job."startedAt" < times."overdueBefore"
      AND NOT EXISTS (
        SELECT 1 FROM "JournalEntry" entry
        WHERE entry."jobId" = job.id AND entry."createdAt" > ${silentBefore}::timestamptz)
      AND NOT EXISTS (
        SELECT 1 FROM "JobEvent" event
        WHERE event."jobId" = job.id AND (
          event."createdAt" > ${silentBefore}::timestamptz
          OR (event.type = 'message.taken' AND event."createdAt" > times."overdueBefore")))`;
  return rows.map(({ id }) => id);
}
