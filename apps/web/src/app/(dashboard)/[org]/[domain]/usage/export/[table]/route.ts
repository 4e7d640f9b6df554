import { exportUsage, USAGE_TABLES } from "@docsteward/services/usage/export";
import { csvExport, requireTable } from "#server/http/csv-export.ts";

export const GET = csvExport<{ org: string; domain: string; table: string }>(async ({ ctx, params }) => {
  const table = requireTable(USAGE_TABLES, params.table);
  return { rows: exportUsage(ctx, { table }), name: table };
});
