import { exportAuditEvents } from "@docsteward/services/audit/list";
import { organizationExport } from "#server/http/table-export.ts";
import { readAuditFilter } from "../audit-filter.ts";

export const GET = organizationExport<{ org: string }>(
  async ({ ctx, request }) => {
    const filter = readAuditFilter(Object.fromEntries(new URL(request.url).searchParams));
    return { rows: exportAuditEvents(ctx, filter), name: "audit-log" };
  },
  { least: "admin" },
);
