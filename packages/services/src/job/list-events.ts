import type { JobEvent } from "@docsteward/contract/job-event";
import type { ServiceContext } from "../context.ts";
import { presentEvent } from "./present-event.ts";
import { requireJob } from "./require-job.ts";

export type ListEventsInput = {
  id: string;
  /** Only events behind this one; all that are kept unless told. */
  afterId?: number;
  limit?: number;
};

/** A job's events in order, at most 1,000 unless told. @throws AppError `not_found` */
export async function listEvents(ctx: ServiceContext, input: ListEventsInput): Promise<JobEvent[]> {
  const job = await requireJob(ctx.db, { projectId: ctx.project.id, id: input.id });
  const rows = await ctx.db.jobEvent.findMany({
    where: { jobId: job.id, seq: { gt: input.afterId ?? 0 } },
    orderBy: { seq: "asc" },
    take: input.limit ?? 1_000,
  });
  return rows.map(presentEvent);
}
