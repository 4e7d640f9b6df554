import { exportInventory } from "@docsteward/services/site/inventory";
import { openSite } from "@docsteward/services/site/read";
import { tableExport } from "#server/http/table-export.ts";
import { readPageFilter } from "../(list)/page-filter.ts";

export const GET = tableExport<{ org: string; domain: string }>(async ({ ctx, request }) => {
  // An error after the first row could not be sent any more.
  await openSite(ctx);
  const filter = readPageFilter(Object.fromEntries(new URL(request.url).searchParams));
  return { rows: exportInventory(ctx, filter), name: "pages" };
});
