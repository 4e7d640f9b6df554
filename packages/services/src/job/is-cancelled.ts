import type { Services } from "../context.ts";

/** Whether somebody has cancelled the job: what its worker asks before it takes back what it has begun. */
export async function isJobCancelled({ db }: Pick<Services, "db">, jobId: string): Promise<boolean> {
  const job = await db.job.findUnique({ where: { id: jobId }, select: { status: true, failureCode: true } });
  return job?.status === "failed" && job.failureCode === "cancelled";
}
