import { JOB_EVENTS } from "@docsteward/contract/job-event";
import type { z } from "zod";
import type { ServiceContext } from "../context.ts";

/** How the documentation checks of a job ended. */
export type JobChecks = z.infer<(typeof JOB_EVENTS)["checks.finished"]> & { at: string };

/** The newest checks of a job of the project; null when it ran none, or its events are no longer kept. */
export async function findLastChecks(
  { db, project }: ServiceContext,
  input: { id: string },
): Promise<JobChecks | null> {
  const event = await db.jobEvent.findFirst({
    where: { jobId: input.id, type: "checks.finished", job: { projectId: project.id } },
    orderBy: { seq: "desc" },
  });
  const checks = JOB_EVENTS["checks.finished"].safeParse(event?.data);
  return event && checks.success ? { ...checks.data, at: event.createdAt.toISOString() } : null;
}
