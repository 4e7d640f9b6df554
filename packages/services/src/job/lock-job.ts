import type { Job, Transaction } from "@docsteward/db/client";
import { requireJob } from "./require-job.ts";

/**
 * Reads a job of a project and keeps everybody else from changing it until `tx` ends.
 *
 * @throws AppError `not_found`, the same for an unknown job and for another project's
 */
export async function lockJob(tx: Transaction, input: { projectId: string; id: string }): Promise<Job> {
  await tx.$queryRaw`SELECT 1 FROM "Job" WHERE id = ${input.id} AND "projectId" = ${input.projectId} FOR UPDATE`;
  return requireJob(tx, input);
}
