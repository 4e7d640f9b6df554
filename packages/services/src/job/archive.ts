import type { AgentJob } from "@docsteward/contract/job";
import { inTransaction, type ProjectContext } from "../context.ts";
import { appendEvents } from "./events.ts";
import { auditJob, type JobId, lockJob, presentJob } from "./job.ts";

/**
 * Puts a job into the archive: it takes no more messages. The status stays, and work that is under way goes on to its end.
 * Archiving twice keeps the first time.
 *
 * @throws AppError `not_found`
 */
export async function archiveJob(ctx: ProjectContext, input: JobId): Promise<AgentJob> {
  return inTransaction(ctx, async (ctx) => {
    const job = await lockJob(ctx, input);
    if (job.archivedAt !== null) return presentJob(job);
    const at = ctx.clock.now();
    await appendEvents(ctx, { jobId: job.id, events: [{ type: "job.archived", data: {} }], at });
    await auditJob(ctx, { job, action: "job.archived" });
    return presentJob(await ctx.db.job.update({ where: { id: job.id }, data: { archivedAt: at } }));
  });
}

/** Takes a job out of the archive; changes nothing when it is not in it. @throws AppError `not_found` */
export async function unarchiveJob(ctx: ProjectContext, input: JobId): Promise<AgentJob> {
  return inTransaction(ctx, async (ctx) => {
    const job = await lockJob(ctx, input);
    if (job.archivedAt === null) return presentJob(job);
    await appendEvents(ctx, { jobId: job.id, events: [{ type: "job.unarchived", data: {} }], at: ctx.clock.now() });
    await auditJob(ctx, { job, action: "job.unarchived" });
    return presentJob(await ctx.db.job.update({ where: { id: job.id }, data: { archivedAt: null } }));
  });
}
