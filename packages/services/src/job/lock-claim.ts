import type { Job, Transaction } from "@docsteward/db/client";
import { FencedError } from "./fenced-error.ts";
import type { JobClaim } from "./job-claim.ts";

/** Reads the job of a claim and locks it until `tx` ends. @throws FencedError when the claim is lost */
export async function lockClaim(tx: Transaction, { jobId, attempt }: JobClaim): Promise<Job> {
  await tx.$queryRaw`SELECT 1 FROM "Job" WHERE id = ${jobId} FOR UPDATE`;
  const job = await tx.job.findUnique({ where: { id: jobId } });
  if (job?.status !== "active" || job.attempt !== attempt) throw new FencedError(jobId, attempt);
  return job;
}
