import type {
  AnalyticsSummary,
  CallerStats,
  CitedPageList,
  PeriodQuery,
  TopQuery,
} from "@docsteward/contract/analytics";
import { inTransaction, type ProjectContext } from "../context.ts";
import { shareRun } from "../limit/concurrency.ts";
import { IS_TRIAL } from "../thread/reader.ts";
import { daysOf } from "./period.ts";

/** A day is counted again when its questions changed since the last count, and a little before: clocks differ. */
const OVERLAP_MS = 60_000;

/**
 * Counts the days whose questions or ratings changed since the last count. Runs when analytics are read, under a lock; counting
 * twice changes nothing. A day stays counted when the retention deletes its threads before its count.
 */
function countDays(ctx: ProjectContext): Promise<void> {
  return shareRun(`days:${ctx.project.id}`, () => countChanged(ctx));
}

async function countChanged(ctx: ProjectContext): Promise<void> {
  await inTransaction(ctx, async ({ db, project, clock }) => {
    await db.$queryRaw`SELECT pg_advisory_xact_lock(hashtext(${`days:${project.id}`}))::text`;
    const { _max } = await db.assistantDay.aggregate({ where: { projectId: project.id }, _max: { countedAt: true } });
    const since = new Date((_max.countedAt?.getTime() ?? OVERLAP_MS) - OVERLAP_MS);
    const changed = await db.$queryRaw<{ day: string }[]>`
      SELECT DISTINCT to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM "ThreadTurn"
      WHERE "projectId" = ${project.id}
        AND ("createdAt" >= ${since}::timestamptz OR "endedAt" >= ${since}::timestamptz OR "ratedAt" >= ${since}::timestamptz)`;
    if (changed.length === 0) return;
    const days = changed.map(({ day }) => day);
    await db.$executeRaw`
      INSERT INTO "AssistantDay" ("projectId", day, questions, answered, unanswered, failed, deflected, up, down, web, api, other, "countedAt")
      SELECT ${project.id}, days.day, count(*),
        count(*) FILTER (WHERE turn.category = 'answered'),
        count(*) FILTER (WHERE turn.category = 'unanswered'),
        count(*) FILTER (WHERE turn.status = 'failed'),
        count(*) FILTER (WHERE turn.category = 'answered' AND turn.rating IS DISTINCT FROM 'down'),
        count(*) FILTER (WHERE turn.rating = 'up'), count(*) FILTER (WHERE turn.rating = 'down'),
        count(*) FILTER (WHERE turn.caller = 'web'), count(*) FILTER (WHERE turn.caller = 'api'),
        count(*) FILTER (WHERE turn.caller IS NULL OR turn.caller NOT IN ('web', 'api')),
        ${clock.now()}::timestamptz
      FROM unnest(${days}::date[]) AS days(day)
      JOIN "ThreadTurn" turn ON turn."projectId" = ${project.id}
        AND turn."createdAt" >= days.day::timestamp AT TIME ZONE 'UTC'
        AND turn."createdAt" < (days.day + 1)::timestamp AT TIME ZONE 'UTC'
      JOIN "Thread" thread ON thread.id = turn."threadId" AND NOT ${IS_TRIAL}
      GROUP BY days.day
      ON CONFLICT ("projectId", day) DO UPDATE SET questions = excluded.questions, answered = excluded.answered,
        unanswered = excluded.unanswered, failed = excluded.failed, deflected = excluded.deflected, up = excluded.up,
        down = excluded.down, web = excluded.web, api = excluded.api, other = excluded.other,
        "countedAt" = excluded."countedAt"`;
    await db.$executeRaw`
      INSERT INTO "CitedPageDay" ("projectId", day, path, citations, up, down)
      SELECT ${project.id}, day, path, count(*), count(*) FILTER (WHERE rating = 'up'),
        count(*) FILTER (WHERE rating = 'down')
      FROM (
        SELECT DISTINCT days.day, turn.id, turn.rating, left(source->>'path', 500) AS path
        FROM unnest(${days}::date[]) AS days(day)
        JOIN "ThreadTurn" turn ON turn."projectId" = ${project.id} AND turn.category = 'answered'
          AND turn."createdAt" >= days.day::timestamp AT TIME ZONE 'UTC'
          AND turn."createdAt" < (days.day + 1)::timestamp AT TIME ZONE 'UTC'
        JOIN "Thread" thread ON thread.id = turn."threadId" AND NOT ${IS_TRIAL}
        CROSS JOIN LATERAL json_array_elements(turn.sources) AS source
      ) AS cited
      WHERE path IS NOT NULL GROUP BY day, path
      ON CONFLICT ("projectId", day, path) DO UPDATE SET citations = excluded.citations, up = excluded.up, down = excluded.down`;
  });
}

type Day = AnalyticsSummary["days"][number];

/** The project's questions by day and together, with their outcomes and ratings. */
export async function summarizeDays(ctx: ProjectContext, query: PeriodQuery): Promise<AnalyticsSummary> {
  await countDays(ctx);
  const { first, end } = daysOf(query);
  const days = await ctx.db.$queryRaw<Day[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, questions, answered, unanswered, failed, deflected, up, down
    FROM "AssistantDay" WHERE "projectId" = ${ctx.project.id} AND day >= ${first}::date AND day < ${end}::date
    ORDER BY day`;
  const sum = (key: Exclude<keyof Day, "day">) => days.reduce((total, row) => total + row[key], 0);
  const [questions, answered, unanswered] = [sum("questions"), sum("answered"), sum("unanswered")];
  const share = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000);
  return {
    totals: {
      questions,
      answered,
      unanswered,
      failed: sum("failed"),
      up: sum("up"),
      down: sum("down"),
      unansweredShare: share(unanswered, answered + unanswered),
      deflectionShare: share(sum("deflected"), questions),
    },
    days,
  };
}

/** The project's questions by who asked. */
export async function countCallers(ctx: ProjectContext, query: PeriodQuery): Promise<CallerStats> {
  await countDays(ctx);
  const { first, end } = daysOf(query);
  const [row] = await ctx.db.$queryRaw<Omit<CallerStats, "total">[]>`
    SELECT coalesce(sum(web), 0)::int AS web, coalesce(sum(api), 0)::int AS api, coalesce(sum(other), 0)::int AS other
    FROM "AssistantDay" WHERE "projectId" = ${ctx.project.id} AND day >= ${first}::date AND day < ${end}::date`;
  const { web, api, other } = row ?? { web: 0, api: 0, other: 0 };
  return { web, api, other, total: web + api + other };
}

/** The pages that answers cited most. */
export async function listCitedPages(ctx: ProjectContext, query: TopQuery): Promise<CitedPageList> {
  await countDays(ctx);
  const { first, end } = daysOf(query);
  const pages = await ctx.db.$queryRaw<CitedPageList["pages"]>`
    SELECT path, sum(citations)::int AS citations, sum(up)::int AS up, sum(down)::int AS down
    FROM "CitedPageDay" WHERE "projectId" = ${ctx.project.id} AND day >= ${first}::date AND day < ${end}::date
    GROUP BY path ORDER BY citations DESC, path LIMIT ${query.limit}::int`;
  return { pages };
}
