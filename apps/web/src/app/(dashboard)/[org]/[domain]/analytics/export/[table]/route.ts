import { ANALYTICS_TABLES, AnalyticsPeriod, exportAnalytics } from "@docsteward/services/analytics/report";
import { requireTable, tableExport } from "#server/http/table-export.ts";

export const GET = tableExport<{ org: string; domain: string; table: string }>(async ({ ctx, params, request }) => {
  const table = requireTable(ANALYTICS_TABLES, params.table);
  const { days } = AnalyticsPeriod.parse({ days: Number(new URL(request.url).searchParams.get("days")) });
  return { rows: exportAnalytics(ctx, { table, days }), name: `analytics-${table}` };
});
