import { AppError } from "@docsteward/contract/error";
import type { AgentJob } from "@docsteward/contract/job";
import { notify } from "@docsteward/db/notify";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { ServiceContext } from "../context.ts";
import { appendEvents } from "./append-events.ts";
import { lockJob } from "./lock-job.ts";
import { presentJob } from "./present.ts";

const REASON = "The job was cancelled.";

/**
 * Ends an active job at once: it is `failed` with the code `cancelled` when this returns, whatever its worker is doing.
 *
 * The attempt is raised, so a worker that has not noticed yet can write nothing more, and a pull request that this round has
 * already opened is closed. Messages that wait stay, and are worked on when the next one is sent.
 *
 * @throws AppError `not_found`, `job_not_cancellable` when it has ended
 */
export async function cancelJob(ctx: ServiceContext, input: { id: string }): Promise<AgentJob> {
  return withTransaction(ctx.db, async (tx) => {
    const job = await lockJob(tx, { projectId: ctx.project.id, id: input.id });
    if (job.status !== "active") {
      throw new AppError("job_not_cancellable", `This job has ended already: it is ${job.status}.`);
    }
    const at = ctx.clock.now();
    await appendEvents(tx, {
      jobId: job.id,
      events: [{ type: "job.failed", data: { code: "cancelled", reason: REASON } }],
      at,
    });
    const ofThisRound = job.pullRequestNumber === null ? {} : { number: { not: job.pullRequestNumber } };
    await tx.pullRequest.updateMany({
      where: { projectId: ctx.project.id, jobId: job.id, state: "open", ...ofThisRound },
      data: { state: "closed", closedAt: at },
    });
    await notify(tx, "cancel", job.id);
    const ended = { status: "failed", failureCode: "cancelled", failureReason: REASON, endedAt: at } as const;
    return presentJob(await tx.job.update({ where: { id: job.id }, data: { ...ended, attempt: { increment: 1 } } }));
  });
}
