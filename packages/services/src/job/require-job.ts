import { AppError } from "@docsteward/contract/error";
import type { Job, Transaction } from "@docsteward/db/client";

/** @throws AppError `not_found`, the same for an unknown job and for another project's */
export async function requireJob(
  db: Pick<Transaction, "job">,
  { projectId, id }: { projectId: string; id: string },
): Promise<Job> {
  const job = await db.job.findUnique({ where: { id, projectId } });
  if (!job) throw new AppError("not_found", "Job not found.");
  return job;
}
