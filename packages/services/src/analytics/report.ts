import type { ProjectContext } from "../context.ts";
import type { UsageRow } from "../usage/export.ts";
import { countCallers, listCitedPages, summarizeDays } from "./days.ts";
import { listSearches } from "./searches.ts";
import { listTopics } from "./topics.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;
const ROWS = 20;
const ALL_ROWS = 100;

/** The last 30 days (UTC), today among them. */
function lastDays({ clock }: ProjectContext): { dateFrom: Date; days: string[] } {
  const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
  const days = Array.from({ length: DAYS }, (_, at) => new Date(today - (DAYS - 1 - at) * DAY_MS));
  const dateFrom = days[0] ?? new Date(today);
  return { dateFrom, days: days.map((day) => day.toISOString().slice(0, 10)) };
}

/** What the analytics page shows of the last 30 days. `summary.days` has only those with questions. */
export async function getAnalyticsReport(ctx: ProjectContext) {
  const { dateFrom, days } = lastDays(ctx);
  const top = { dateFrom, limit: ROWS, format: "json" } as const;
  // One after another: each may count first.
  const summary = await summarizeDays(ctx, { dateFrom });
  const callers = await countCallers(ctx, { dateFrom });
  const { pages } = await listCitedPages(ctx, top);
  const { topics } = await listTopics(ctx, top);
  const { searches, totalSearches } = await listSearches(ctx, top);
  return { days, summary, callers, pages, topics, searches, totalSearches };
}

/** The data of the analytics page. */
export type AnalyticsReport = Awaited<ReturnType<typeof getAnalyticsReport>>;

export const ANALYTICS_TABLES = ["days", "topics", "pages", "searches"] as const;
/** A table that the analytics page exports as CSV. */
export type AnalyticsTable = (typeof ANALYTICS_TABLES)[number];

/** The rows of a table of the page for a spreadsheet, the names of the columns first; of lists, the first 100. */
export async function* exportAnalytics(
  ctx: ProjectContext,
  { table }: { table: AnalyticsTable },
): AsyncGenerator<UsageRow> {
  const { dateFrom } = lastDays(ctx);
  const top = { dateFrom, limit: ALL_ROWS, format: "json" } as const;
  const read: Record<AnalyticsTable, () => Promise<Record<string, string | number | null>[]>> = {
    days: async () => (await summarizeDays(ctx, { dateFrom })).days,
    topics: async () => (await listTopics(ctx, top)).topics,
    pages: async () => (await listCitedPages(ctx, top)).pages,
    searches: async () => (await listSearches(ctx, top)).searches,
  };
  const rows = await read[table]();
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  yield columns;
  for (const row of rows) yield columns.map((column) => row[column] ?? null);
}
