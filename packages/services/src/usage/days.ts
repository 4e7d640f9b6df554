import { sql } from "@docsteward/db/client";
import { toUsd } from "@docsteward/platform/money";
import { inTransaction, type ProjectContext } from "../context.ts";
import { shareRun } from "../limit/concurrency.ts";

const DAY_MS = 86_400_000;
/** An answer that began before midnight has ended an hour later. */
const ANSWER_MS = 3_600_000;
/** Jobs of one model and day that may be among the costliest of a period. */
const COSTLIEST = 10;

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** What one model did for a project on one day, as jobs or as answers. */
export type ModelDay = {
  day: string;
  model: string;
  source: "jobs" | "answers";
  /** How many jobs or answers began on that day. */
  count: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
};

/** From the start of one day (UTC) until that of another; up to now by default. */
type DayRange = { from: Date; to?: Date | undefined };

/** A range in days, the one behind its last, and those of them that are not counted yet. */
export type CountedDays = { first: string; end: string; open: string[] };

/** Days with their bounds, as a table. */
const withBounds = (days: readonly string[]) => sql`
  SELECT day, day::timestamp AT TIME ZONE 'UTC' AS start, (day + 1)::timestamp AT TIME ZONE 'UTC' AS "end"
  FROM unnest(${days}::date[]) AS day`;

/** Sums what jobs and answers have taken, by day and model. A job counts to the day it was made. */
export async function sumCosts(
  { db, project }: ProjectContext,
  { first, end, open }: CountedDays,
): Promise<ModelDay[]> {
  const rows = await db.$queryRaw<(Omit<ModelDay, "costUsd"> & { costMicroUsd: bigint })[]>`
    WITH open AS (${withBounds(open)})
    SELECT to_char(day, 'YYYY-MM-DD') AS day, model, source, count, "inputTokens", "outputTokens", "costMicroUsd" FROM (
    SELECT day, model, source, count, "inputTokens", "outputTokens", "costMicroUsd" FROM "UsageDay"
    WHERE "projectId" = ${project.id} AND day >= ${first}::date AND day < ${end}::date AND source <> 'none'
    UNION ALL
    SELECT day, model, 'jobs', count(*)::int, sum("inputTokens")::float8, sum("outputTokens")::float8, sum("costMicroUsd")::bigint
    FROM open JOIN "Job" ON "projectId" = ${project.id} AND "createdAt" >= start AND "createdAt" < "end" GROUP BY 1, 2
    UNION ALL
    SELECT day, model, 'answers', count(*)::int, sum("inputTokens")::float8, sum("outputTokens")::float8, sum("costMicroUsd")::bigint
    FROM open JOIN "ThreadTurn" ON "projectId" = ${project.id} AND "createdAt" >= start AND "createdAt" < "end" GROUP BY 1, 2
    ) used ORDER BY day, source, model`;
  return rows.map(({ costMicroUsd, ...row }) => ({ ...row, costUsd: toUsd(costMicroUsd) }));
}

/** Finds the jobs that have cost the most, the most expensive first; those that cost nothing are left out. @returns their ids */
export async function findCostliestJobs(
  { db, project }: ProjectContext,
  { first, end, open }: CountedDays,
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT known.id, known.cost FROM "UsageDay", unnest(costliest, "costliestMicroUsd") AS known(id, cost)
      WHERE "projectId" = ${project.id} AND day >= ${first}::date AND day < ${end}::date
      UNION ALL
      SELECT job.id, job.cost FROM (${withBounds(open)}) open CROSS JOIN LATERAL (
        SELECT id, "costMicroUsd" AS cost FROM "Job" WHERE "projectId" = ${project.id}
          AND "createdAt" >= open.start AND "createdAt" < open."end"
        ORDER BY "costMicroUsd" DESC, id DESC LIMIT ${COSTLIEST}::int) job
    ) known WHERE cost > 0 ORDER BY cost DESC, id DESC LIMIT ${COSTLIEST}::int`;
  return rows.map(({ id }) => id);
}

/**
 * Counts the days of a range that are over, each once: those on which a job was made that is still at work stay open. A job that goes
 * on later opens its day again.
 *
 * @returns the range in days, and its open ones
 */
export async function countDays(ctx: ProjectContext, { from, to }: DayRange): Promise<CountedDays> {
  const { db, project, clock } = ctx;
  const nowMs = clock.now().getTime();
  const range = { first: toDay(from.getTime()), end: toDay(Math.min(to?.getTime() ?? nowMs + DAY_MS, nowMs + DAY_MS)) };
  const over = toDay(nowMs - ANSWER_MS);
  const readOpen = async () =>
    (
      await db.$queryRaw<{ day: string }[]>`
        SELECT to_char(day, 'YYYY-MM-DD') AS day
        FROM generate_series(${range.first}::date, ${range.end}::date - 1, interval '1 day') AS day
        WHERE NOT EXISTS (SELECT 1 FROM "UsageDay" WHERE "projectId" = ${project.id} AND "UsageDay".day = day.day::date)`
    ).map(({ day }) => day);
  const open = await readOpen();
  const past = open.filter((day) => day < over);
  if (past.length === 0) return { ...range, open };
  await shareRun(`usage:${project.id}`, () => inTransaction(ctx, (tx) => storeDays(tx, past)));
  return { ...range, open: await readOpen() };
}

async function storeDays({ db, project }: ProjectContext, days: readonly string[]): Promise<void> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${lockOf(project.id)}))::text`;
  await db.$executeRaw`
    WITH over AS MATERIALIZED (
      SELECT day, start, "end" FROM (${withBounds(days)}) past
      WHERE NOT EXISTS (SELECT 1 FROM "Job" WHERE status = 'active' AND "projectId" = ${project.id}
        AND "createdAt" >= start AND "createdAt" < "end"))
    INSERT INTO "UsageDay" ("projectId", day, source, model, count, "inputTokens", "outputTokens", "costMicroUsd", costliest,
      "costliestMicroUsd")
    SELECT ${project.id}, day, 'none', '', 0, 0, 0, 0, '{}'::text[], '{}'::bigint[] FROM over
    UNION ALL
    SELECT ${project.id}, day, 'jobs', model, count(*), sum("inputTokens"), sum("outputTokens"), sum("costMicroUsd"),
      (array_agg(id ORDER BY "costMicroUsd" DESC, id DESC))[1:${COSTLIEST}::int],
      (array_agg("costMicroUsd" ORDER BY "costMicroUsd" DESC, id DESC))[1:${COSTLIEST}::int]
    FROM over JOIN "Job" ON "projectId" = ${project.id} AND "createdAt" >= start AND "createdAt" < "end" GROUP BY day, model
    UNION ALL
    SELECT ${project.id}, day, 'answers', model, count(*), sum("inputTokens"), sum("outputTokens"), sum("costMicroUsd"), '{}', '{}'
    FROM over JOIN "ThreadTurn" ON "projectId" = ${project.id} AND "createdAt" >= start AND "createdAt" < "end" GROUP BY day, model
    ON CONFLICT DO NOTHING`;
}

/** Opens the day again on which a job was made that goes on, in the caller's transaction. */
export async function openDay({ db, project }: ProjectContext, { createdAt }: { createdAt: Date }): Promise<void> {
  await db.$queryRaw`SELECT pg_advisory_xact_lock_shared(hashtext(${lockOf(project.id)}))::text`;
  await db.usageDay.deleteMany({ where: { projectId: project.id, day: new Date(toDay(createdAt.getTime())) } });
}

/** Whoever counts days waits for jobs that go on, and these for the count. */
const lockOf = (projectId: string) => `usage:${projectId}`;
