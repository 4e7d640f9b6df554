import { exportJobs } from "@docsteward/services/job/export";
import { tableExport } from "#server/http/table-export.ts";
import { readJobFilter, toListInput } from "../(list)/_components/job-filter.ts";

export const GET = tableExport<{ org: string; domain: string }>(async ({ ctx, request }) => ({
  rows: exportJobs(ctx, toListInput(readJobFilter(new URL(request.url).searchParams))),
  name: "jobs",
}));
