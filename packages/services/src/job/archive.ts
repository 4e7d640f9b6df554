import type { AgentJob } from "@docsteward/contract/job";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";
import { appendEvents } from "./append-events.ts";
import { lockJob } from "./lock-job.ts";
import { presentJob } from "./present.ts";

/**
 * Puts a job into the archive: it takes no more messages. The status stays, and work that is under way goes on to its end.
 * Archiving twice keeps the first time.
 *
 * @throws AppError `not_found`
 */
export async function archiveJob(ctx: ServiceContext, input: { id: string }): Promise<AgentJob> {
  return withTransaction(ctx.db, async (tx) => {
    const job = await lockJob(tx, { projectId: ctx.project.id, id: input.id });
    if (job.archivedAt !== null) return presentJob(job);
    const at = ctx.clock.now();
    await appendEvents(tx, { jobId: job.id, events: [{ type: "job.archived", data: {} }], at });
    return presentJob(await tx.job.update({ where: { id: job.id }, data: { archivedAt: at } }));
  });
}
