import type { Job, Transaction } from "@docsteward/db/client";

/**
 * Notes in a job's journal that it ended as failed, so that whoever goes on with it later does not take up its last publication
 * again. Its row must be locked.
 *
 * @param isPushUndone whether the worker takes back what it has pushed
 */
export async function appendStop(
  tx: Transaction,
  { job, isPushUndone, at }: { job: Job; isPushUndone: boolean; at: Date },
): Promise<void> {
  const { lastStepSeq } = await tx.job.update({
    where: { id: job.id },
    data: { lastStepSeq: { increment: 1 } },
    select: { lastStepSeq: true },
  });
  const step = { jobId: job.id, seq: lastStepSeq, attempt: job.attempt, kind: "stopped", data: { isPushUndone } };
  await tx.jobStep.create({ data: { ...step, createdAt: at } });
}
