import type { Services } from "../context.ts";
import type { OpenedJob } from "./open.ts";

export type StoppedJob = Pick<OpenedJob, "job" | "project" | "organization" | "steps">;

/** A job that somebody ended, with its journal, for the worker that clears up behind it; null when it ended otherwise or not at all. */
export async function findStoppedJob({ db }: Pick<Services, "db">, jobId: string): Promise<StoppedJob | null> {
  const found = await db.job.findUnique({
    where: { id: jobId, status: "failed" },
    include: { project: { include: { organization: true } } },
  });
  if (found === null) return null;
  const { project: withOrganization, ...job } = found;
  const { organization, ...project } = withOrganization;
  const steps = await db.jobStep.findMany({
    where: { jobId },
    orderBy: { seq: "asc" },
    select: { seq: true, attempt: true, kind: true, data: true },
  });
  return steps.at(-1)?.kind === "stopped" ? { job, project, organization, steps } : null;
}
