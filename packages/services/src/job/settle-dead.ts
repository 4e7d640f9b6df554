import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { stopJob } from "./stop.ts";

/** So many workers in a row that got nothing done are taken for a fault that the next one will meet, too. */
const MAX_FRUITLESS = 3;

const FAILURE = {
  code: "internal",
  reason: "The agent failed several times in a row. See the log for the cause, then send a message to try again.",
} as const;

/**
 * Decides on a job whose queue entry failed permanently because too many workers lost it: while they got on with it, it is queued
 * again, since the fault was theirs; else it ends as failed, so that it does not stay active for ever.
 *
 * Does nothing when the job has ended. One that is ended is fenced: a last worker that may still run can write nothing more.
 */
export async function settleDeadJob(services: Services, jobId: string): Promise<"requeued" | "ended" | "rests"> {
  return withTransaction(services.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Job" WHERE id = ${jobId} FOR UPDATE`;
    const job = await tx.job.findUnique({ where: { id: jobId } });
    if (job?.status !== "active") return "rests";
    const lastStep = await tx.jobStep.findFirst({
      where: { jobId },
      orderBy: { seq: "desc" },
      select: { attempt: true },
    });
    if (lastStep !== null && job.attempt - lastStep.attempt < MAX_FRUITLESS) {
      await services.queue.requeueAgent(tx, jobId);
      return "requeued";
    }
    await stopJob(services, tx, { job, failure: FAILURE, at: services.clock.now() });
    return "ended";
  });
}
