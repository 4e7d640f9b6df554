import { JOB_EVENTS } from "@docsteward/contract/job-event";
import type { ProjectContext } from "../context.ts";
import type { JobChecks } from "../job/events.ts";

const MAX_EVENTS = 150;

/**
 * How the documentation checks of a pull request ended: those of the last round that went into it. A round checks all that its
 * branch changes, so that what an earlier one left is among its problems. A later pull request of the same job has its own.
 *
 * @returns null when no checks ran, or their events are no longer kept
 */
export async function findPullRequestChecks(
  { db, project }: ProjectContext,
  { jobId, number }: { jobId: string | null; number: number },
): Promise<JobChecks | null> {
  if (jobId === null) return null;
  const rows = await db.jobEvent.findMany({
    where: { jobId, type: { in: ["checks.finished", "pull_request.opened"] }, job: { projectId: project.id } },
    orderBy: { seq: "desc" },
    take: MAX_EVENTS,
  });
  let newest: JobChecks | null = null;
  let [before, own]: (JobChecks | null)[] = [null, null];
  let opened: number | null = null;
  for (const { type, data, createdAt } of rows.reverse()) {
    if (type === "checks.finished") {
      const checks = JOB_EVENTS[type].safeParse(data);
      if (!checks.success) continue;
      newest = { ...checks.data, at: createdAt.toISOString() };
      if (opened === null || opened === number) [before, own] = [own, newest];
      continue;
    }
    const event = JOB_EVENTS["pull_request.opened"].safeParse(data);
    if (!event.success || event.data.number === opened) continue;
    // A round checks before it opens its pull request: those checks belong to the new one.
    if (event.data.number === number) own = newest;
    else if (opened === number) own = before ?? null;
    else own = null;
    opened = event.data.number;
  }
  return own ?? null;
}
