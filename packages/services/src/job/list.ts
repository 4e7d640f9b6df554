import type { JobList, ListJobsQuery } from "@docsteward/contract/job";
import type { ServiceContext } from "../context.ts";
import { findJobPage } from "./find-page.ts";
import { presentJob } from "./present.ts";

/** A page of the project's jobs, newest first. @throws AppError `invalid_request` for a cursor that was changed */
export async function listJobs(ctx: ServiceContext, query: ListJobsQuery): Promise<JobList> {
  const { rows, nextCursor, hasMore } = await findJobPage(ctx, query);
  return { jobs: rows.map(presentJob), nextCursor, hasMore };
}
