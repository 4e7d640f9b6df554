import { exportThreads } from "@docsteward/services/thread/export";
import { tableExport } from "#server/http/table-export.ts";
import { readThreadFilter } from "../(threads)/thread-filter.ts";

export const GET = tableExport<{ org: string; domain: string }>(async ({ ctx, request }) => {
  const filter = readThreadFilter(Object.fromEntries(new URL(request.url).searchParams));
  return { rows: exportThreads(ctx, filter), name: "conversations" };
});
