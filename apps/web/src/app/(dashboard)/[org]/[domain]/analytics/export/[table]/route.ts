import { ANALYTICS_TABLES, exportAnalytics } from "@docsteward/services/analytics/report";
import { csvExport, requireTable } from "#server/http/csv-export.ts";

export const GET = csvExport<{ org: string; domain: string; table: string }>(async ({ ctx, params }) => {
  const table = requireTable(ANALYTICS_TABLES, params.table);
  return { rows: exportAnalytics(ctx, { table }), name: `analytics-${table}` };
});
