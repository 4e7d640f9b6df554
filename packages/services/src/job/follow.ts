import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@docsteward/contract/error";
import type { JobEvent } from "@docsteward/contract/job-event";
import type { Job } from "@docsteward/db/client";
import { createAsyncSignal } from "../async-signal.ts";
import type { ProjectContext } from "../context.ts";
import type { JobDetails } from "./details.ts";
import { listEvents, ofJob } from "./events.ts";
import { requireJob } from "./job.ts";
import { type JobFilter, listJobDetails } from "./list.ts";

/** Input of `followEvents`: the job and the position to start from. */
export type FollowEventsInput = {
  id: string;
  /** The last event the caller has seen (`Last-Event-ID`); without it the stream begins with the oldest one that is kept. */
  afterId?: number;
  /** Goes on while the job rests, to what a follow-up brings; ends with the signal alone. */
  isEndless?: boolean;
  /** Ends the stream; nothing is thrown for it. */
  signal: AbortSignal;
};

/** Behind the notifications, should one get lost. */
const POLL_MS = 5_000;
/** The same for a job that rests: many may look at one, and little happens to it. */
const REST_POLL_MS = 60_000;
const PAGE = 500;

/**
 * Follows a job: its past events first, then each new one as it happens. Ends when the job rests and every event was given;
 * a job that is at rest when the caller comes gives its past and ends.
 *
 * The checks are made before this resolves, the events are read as fast as the caller takes them.
 *
 * @throws AppError `not_found`; `stream_expired` when events behind `afterId` are no longer kept, or `afterId` is none of
 *   this job's: the caller then starts again without one
 */
export async function followEvents(ctx: ProjectContext, input: FollowEventsInput): Promise<AsyncGenerator<JobEvent>> {
  const { afterId, id, isEndless = false, signal } = input;
  const job = await requireJob(ctx, { id });
  if (afterId !== undefined) await requireKept(ctx, { job, afterId });
  return follow(ctx, { id, afterId: afterId ?? 0, isEndless, signal });
}

async function requireKept(ctx: ProjectContext, { job, afterId }: { job: Job; afterId: number }): Promise<void> {
  if (afterId === job.lastEventSeq) return;
  const next = await ctx.db.jobEvent.findFirst({ where: { ...ofJob(job), seq: afterId + 1 } });
  if (afterId < job.lastEventSeq && next) return;
  throw new AppError("stream_expired", "The events after this id have expired. Start again without Last-Event-ID.");
}

async function* follow(
  ctx: ProjectContext,
  { id, afterId, isEndless, signal }: Required<FollowEventsInput>,
): AsyncGenerator<JobEvent> {
  const wakeUp = createAsyncSignal(signal);
  const unsubscribe = ctx.notifier.subscribe("job", (jobId) => {
    if (jobId === null || jobId === id) wakeUp.notify();
  });
  try {
    let last = afterId;
    while (!signal.aborted) {
      const { status, lastEventSeq } = await requireJob(ctx, { id });
      const events = last < lastEventSeq ? await listEvents(ctx, { id, afterId: last, limit: PAGE }) : [];
      for (const event of events) {
        if (signal.aborted) return;
        yield event;
        last = event.id;
      }
      if (events.length > 0) continue;
      if (status !== "active" && !isEndless) return;
      await wakeUp.wait(status === "active" ? POLL_MS : REST_POLL_MS);
    }
  } finally {
    unsubscribe();
    wakeUp.close();
  }
}

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
