import type { PeriodQuery } from "@docsteward/contract/analytics";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import type { ExportRow } from "../database.ts";
import { countPageUse } from "../site/page-use.ts";
import { IS_TRIAL } from "../thread/reader.ts";
import { countDays, type ModelDay, sumCosts } from "../usage/days.ts";
import { countCallers, listCitedPages, summarizeDays } from "./days.ts";
import { countKeysAndModels } from "./keys-and-models.ts";
import { boundsOf } from "./period.ts";
import { listSearches } from "./searches.ts";
import { listTopics } from "./topics.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const ROWS = 20;
const ALL_ROWS = 100;

/** How many days a report is about. Anything else is a month. */
export const REPORT_DAYS = [7, 30, 90] as const;
/** Input of `getAnalyticsReport`. */
export type AnalyticsPeriod = z.infer<typeof AnalyticsPeriod>;
/** The days (UTC) that a report is about, today among them. */
export const AnalyticsPeriod = z.object({ days: z.literal(REPORT_DAYS).catch(DEFAULT_DAYS).default(DEFAULT_DAYS) });

/** The last days (UTC), today among them. */
function lastDays({ clock }: ProjectContext, count: number): { dateFrom: Date; days: string[] } {
  const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
  const days = Array.from({ length: count }, (_, at) => new Date(today - (count - 1 - at) * DAY_MS));
  const dateFrom = days[0] ?? new Date(today);
  return { dateFrom, days: days.map((day) => day.toISOString().slice(0, 10)) };
}

/** What the analytics page shows of the last days, with the totals of as many days before. `summary.days` has only those with questions. */
export async function getAnalyticsReport(ctx: ProjectContext, period: Partial<AnalyticsPeriod> = {}) {
  const { dateFrom, days } = lastDays(ctx, period.days ?? DEFAULT_DAYS);
  const top = { dateFrom, limit: ROWS, format: "json" } as const;
  const before = { dateFrom: new Date(dateFrom.getTime() - days.length * DAY_MS), dateTo: dateFrom };
  // One after another: each may count first.
  const summary = await summarizeDays(ctx, { dateFrom });
  const callers = await countCallers(ctx, { dateFrom });
  const { pages } = await listCitedPages(ctx, top);
  const failing = await listFailingPages(ctx, top);
  const { topics } = await listTopics(ctx, top);
  const { searches, totalSearches } = await listSearches(ctx, top);
  const { keys, models } = await countKeysAndModels(ctx, { dateFrom });
  const costs = toCostDays(await sumCosts(ctx, await countDays(ctx, { from: dateFrom })), days);
  const previous = {
    totals: (await summarizeDays(ctx, before)).totals,
    response: await measureResponse(ctx, before),
    costUsd: total(await sumCosts(ctx, await countDays(ctx, { from: before.dateFrom, to: dateFrom }))),
  };
  const response = await measureResponse(ctx, { dateFrom });
  const read = { summary, callers, pages, failing, topics, searches, totalSearches, keys, models, costs, response };
  return { days, ...read, previous };
}

/** The data of the analytics page. */
export type AnalyticsReport = Awaited<ReturnType<typeof getAnalyticsReport>>;

/** More would be read on each visit of the page, and change little. */
const NEWEST_ANSWERS = 20_000;

/** How long readers waited until their answer began, in milliseconds; null without answers. */
type ResponseTime = { medianMs: number | null; p95Ms: number | null };

/** Measures the newest answers of a period, without those of the playground. */
async function measureResponse({ db, project }: ProjectContext, period: PeriodQuery): Promise<ResponseTime> {
  const { from, to } = boundsOf(period);
  const [row] = await db.$queryRaw<ResponseTime[]>`
    SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY "firstTextMs")::int AS "medianMs",
      percentile_disc(0.95) WITHIN GROUP (ORDER BY "firstTextMs")::int AS "p95Ms"
    FROM (SELECT turn."firstTextMs" FROM "ThreadTurn" turn
      JOIN "Thread" thread ON thread.id = turn."threadId" AND NOT ${IS_TRIAL}
      WHERE turn."projectId" = ${project.id} AND turn."firstTextMs" IS NOT NULL
        AND turn."createdAt" >= ${from}::timestamptz AND turn."createdAt" < ${to}::timestamptz
      ORDER BY turn."createdAt" DESC LIMIT ${NEWEST_ANSWERS}) newest`;
  return row ?? { medianMs: null, p95Ms: null };
}

/** The pages whose answers readers rated bad, or that the model read and found no answer in, those that fail most often first. */
async function listFailingPages(ctx: ProjectContext, { dateFrom, limit }: { dateFrom: Date; limit: number }) {
  const uses = await countPageUse(ctx, { since: dateFrom });
  return [...uses]
    .map(([path, { unanswered, down, citations }]) => ({ path, unanswered, down, citations }))
    .filter(({ unanswered, down }) => unanswered + down > 0)
    .sort((a, b) => b.unanswered + b.down - (a.unanswered + a.down) || a.path.localeCompare(b.path))
    .slice(0, limit);
}

/** What jobs and answers cost on one day, in US dollars. */
type CostDay = { day: string; jobsUsd: number; answersUsd: number };

function toCostDays(costs: readonly ModelDay[], days: readonly string[]): CostDay[] {
  const byDay = new Map(days.map((day) => [day, { day, jobsUsd: 0, answersUsd: 0 }]));
  for (const { day, source, costUsd } of costs) {
    const row = byDay.get(day);
    if (row) row[source === "jobs" ? "jobsUsd" : "answersUsd"] += costUsd;
  }
  return [...byDay.values()];
}

const total = (costs: readonly ModelDay[]) => costs.reduce((sum, { costUsd }) => sum + costUsd, 0);

export const ANALYTICS_TABLES = [
  "days",
  "costs",
  "topics",
  "pages",
  "failing-pages",
  "searches",
  "keys",
  "models",
] as const;
/** A table that the analytics page exports as CSV. */
export type AnalyticsTable = (typeof ANALYTICS_TABLES)[number];

/** The rows of a table of the page for a spreadsheet, the names of the columns first; of lists, the first 100. */
export async function* exportAnalytics(
  ctx: ProjectContext,
  { table, days: count = DEFAULT_DAYS }: { table: AnalyticsTable } & Partial<AnalyticsPeriod>,
): AsyncGenerator<ExportRow> {
  const { dateFrom, days } = lastDays(ctx, count);
  const top = { dateFrom, limit: ALL_ROWS, format: "json" } as const;
  const read: Record<AnalyticsTable, () => Promise<Record<string, string | number | null>[]>> = {
    days: async () => (await summarizeDays(ctx, { dateFrom })).days,
    costs: async () => toCostDays(await sumCosts(ctx, await countDays(ctx, { from: dateFrom })), days),
    topics: async () => (await listTopics(ctx, top)).topics,
    pages: async () => (await listCitedPages(ctx, top)).pages,
    "failing-pages": () => listFailingPages(ctx, top),
    searches: async () => (await listSearches(ctx, top)).searches,
    keys: async () => (await countKeysAndModels(ctx, { dateFrom })).keys,
    models: async () => (await countKeysAndModels(ctx, { dateFrom })).models,
  };
  const rows = await read[table]();
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  yield columns;
  for (const row of rows) yield columns.map((column) => row[column] ?? null);
}
