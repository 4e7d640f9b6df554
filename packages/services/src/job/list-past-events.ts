import type { JobEvent } from "@docsteward/contract/job-event";
import type { ServiceContext } from "../context.ts";
import { presentEvent } from "./present-event.ts";
import { requireJob } from "./require-job.ts";

/** The newest events of a job, or those right before one of them. */
export type PastEvents<Event = JobEvent> = {
  /** In order, oldest first. */
  events: Event[];
  /** How many are kept from before the first of these. */
  earlier: number;
};

/** A job's last events, or the last before `beforeId`, at most `limit`. @throws AppError `not_found` */
export async function listPastEvents(
  ctx: ServiceContext,
  input: { id: string; beforeId?: number; limit: number },
): Promise<PastEvents> {
  const { id, beforeId, limit } = input;
  const job = await requireJob(ctx.db, { projectId: ctx.project.id, id });
  const rows = await ctx.db.jobEvent.findMany({
    where: { jobId: job.id, ...(beforeId !== undefined && { seq: { lt: beforeId } }) },
    orderBy: { seq: "desc" },
    take: limit,
  });
  const oldest = rows.at(-1);
  const earlier =
    oldest && rows.length === limit
      ? await ctx.db.jobEvent.count({ where: { jobId: job.id, seq: { lt: oldest.seq } } })
      : 0;
  return { events: rows.map(presentEvent).reverse(), earlier };
}
