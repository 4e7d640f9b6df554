import type { Job, Prisma, Transaction } from "@docsteward/db/client";

/**
 * Adds an entry to a job's journal in the service's own name: how a round ended, in the transaction that ends it. The job's row
 * must be locked.
 */
export async function appendStep(
  tx: Transaction,
  { job, kind, data, at }: { job: Job; kind: "done" | "stopped"; data: Prisma.InputJsonObject; at: Date },
): Promise<void> {
  const { lastStepSeq: seq } = await tx.job.update({
    where: { id: job.id },
    data: { lastStepSeq: { increment: 1 } },
    select: { lastStepSeq: true },
  });
  await tx.jobStep.create({ data: { jobId: job.id, seq, attempt: job.attempt, kind, data, createdAt: at } });
}
