import { exportUsage, USAGE_TABLES } from "@docsteward/services/usage/export";
import { requireTable, tableExport } from "#server/http/table-export.ts";

export const GET = tableExport<{ org: string; domain: string; table: string }>(async ({ ctx, params }) => {
  const table = requireTable(USAGE_TABLES, params.table);
  return { rows: exportUsage(ctx, { table }), name: table };
});
