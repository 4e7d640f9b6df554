import { setTimeout as delay } from "node:timers/promises";
import { createAsyncSignal } from "../async-signal.ts";
import type { ProjectContext } from "../context.ts";
import type { JobDetails } from "./details.ts";
import { type JobFilter, listJobDetails } from "./list.ts";

/** One change of a followed job list, from `followJobs`. */
export type JobListChange = {
  /** Jobs of the list that are new or have changed, newest first. */
  jobs: JobDetails[];
  /** What has changed and is not, or no longer, in the list. */
  goneIds: string[];
  /** Something may have been missed: the list is to be read again. */
  isStale: boolean;
};

/** An active job writes many events a second; the list combines them. */
const REST_MS = 300;
/** A lost database connection is reported; this interval is the fallback. */
const STALE_MS = 60_000;
const MAX_JOBS = 100;

/**
 * Reports how a list of jobs changes, for as long as a client subscribes.
 *
 * The list of a subscriber is the project's jobs that match `filter`. Earlier changes are not reported.
 */
export async function* followJobs(
  ctx: ProjectContext,
  input: { filter: JobFilter; signal: AbortSignal },
): AsyncGenerator<JobListChange> {
  const { filter, signal } = input;
  const wakeUp = createAsyncSignal(signal);
  let changed = new Set<string>();
  let isStale = false;
  const unsubscribe = ctx.notifier.subscribe("job", (jobId) => {
    if (jobId === null || changed.size >= MAX_JOBS) isStale = true;
    else changed.add(jobId);
    wakeUp.notify();
  });
  try {
    while (!signal.aborted) {
      await wakeUp.wait(STALE_MS);
      if (signal.aborted) return;
      const change = { ids: [...changed], isStale: isStale || changed.size === 0 };
      changed = new Set();
      isStale = false;
      if (change.isStale) yield { jobs: [], goneIds: [], isStale: true };
      else yield* readChange(ctx, filter, change.ids);
      await delay(REST_MS, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    unsubscribe();
    wakeUp.close();
  }
}

/** Notifications come from every project: the query sorts out whose job it is. */
async function* readChange(ctx: ProjectContext, filter: JobFilter, ids: string[]): AsyncGenerator<JobListChange> {
  const { jobs } = await listJobDetails(ctx, { ...filter, ids, limit: MAX_JOBS });
  const shown = new Set(jobs.map(({ id }) => id));
  const goneIds = ids.filter((id) => !shown.has(id));
  const mine = goneIds.length === 0 ? [] : await ownJobs(ctx, goneIds);
  if (jobs.length + mine.length > 0) yield { jobs, goneIds: mine, isStale: false };
}

async function ownJobs({ db, project }: ProjectContext, ids: string[]): Promise<string[]> {
  const rows = await db.job.findMany({ where: { projectId: project.id, id: { in: ids } }, select: { id: true } });
  return rows.map(({ id }) => id);
}
