import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { writeFailure } from "./fail.ts";

const FAILURE = {
  code: "internal",
  reason: "The agent failed several times in a row. The log has the cause; send a message to try again.",
} as const;

/**
 * Ends a job whose queue entry was given up, so that it does not stay active for ever. Does nothing when it has ended.
 *
 * Raises the attempt: a last worker that may still run can write nothing more.
 */
export async function endDeadJob(services: Services, jobId: string): Promise<void> {
  await withTransaction(services.db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Job" WHERE id = ${jobId} FOR UPDATE`;
    const job = await tx.job.findUnique({ where: { id: jobId } });
    if (job?.status !== "active") return;
    await tx.job.update({ where: { id: jobId }, data: { attempt: { increment: 1 } } });
    await writeFailure(tx, { job, failure: FAILURE, at: services.clock.now(), isEnd: true });
  });
}
