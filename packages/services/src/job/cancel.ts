import { AppError } from "@docsteward/contract/error";
import type { AgentJob } from "@docsteward/contract/job";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";
import { lockJob } from "./lock-job.ts";
import { presentJob } from "./present.ts";
import { stopJob } from "./stop.ts";

const CANCELLED = { code: "cancelled", reason: "The job was cancelled." } as const;

/**
 * Ends an active job at once: it is `failed` with the code `cancelled` when this returns, whatever its worker is doing.
 *
 * Messages that wait stay, and are worked on when the next one is sent.
 *
 * @throws AppError `not_found`, `job_not_cancellable` when it has ended
 */
export async function cancelJob(ctx: ServiceContext, input: { id: string }): Promise<AgentJob> {
  return withTransaction(ctx.db, async (tx) => {
    const job = await lockJob(tx, { projectId: ctx.project.id, id: input.id });
    if (job.status !== "active") {
      throw new AppError("job_not_cancellable", `This job can't be cancelled: it is already ${job.status}.`);
    }
    return presentJob(await stopJob(ctx, tx, { job, failure: CANCELLED, at: ctx.clock.now() }));
  });
}
