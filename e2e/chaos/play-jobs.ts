import { setTimeout as wait } from "node:timers/promises";
import { type Answers, createPatientCaller, type PatientCaller } from "./client.ts";
import type { JobPlan } from "./plan-jobs.ts";
import type { ChaosSite } from "./sites.ts";

/** What became of a job as its caller saw it. */
export type PlayedJob = {
  plan: JobPlan;
  /** Null until a request to create it was answered with 200. */
  id: string | null;
  /** How many of its messages were answered with 200, its prompt among them. */
  accepted: number;
  /** Whether a request that was sent again with its key was answered with another job. */
  isDoubledByKey: boolean;
  /** The last status that the caller read after its last message. */
  status: string | null;
  /** Numbers of the events as they came over the stream; null when it was not followed. */
  followed: number[] | null;
};

const POLL_MS = 500;
const RECONNECT_MS = 250;

export const toBePlayed = (plan: JobPlan): PlayedJob => ({
  plan,
  id: null,
  accepted: 0,
  isDoubledByKey: false,
  status: null,
  followed: plan.isFollowed ? [] : null,
});

/**
 * Does with a job what its caller has planned: creates it, sends its follow-ups one after another, waits until it rests.
 *
 * @param job is kept up to date, so that a call which is given up leaves what it knew
 * @throws the signal's reason when the run is over first
 */
async function playJob(job: PlayedJob, caller: PatientCaller, signal: AbortSignal): Promise<void> {
  const { name, parts, isRepeated } = job.plan;
  const left = new AbortController();
  let following: Promise<void> | undefined;
  try {
    for (const [part, { prompt, pauseMs }] of parts.entries()) {
      await wait(pauseMs, undefined, { signal });
      const known = job.id;
      const send = () =>
        known === null
          ? caller.createJob(prompt, `${name}-create`)
          : caller.sendMessage(known, prompt, `${name}-message-${part}`);
      const { id } = await send();
      job.id = id;
      job.accepted += 1;
      if (isRepeated) job.isDoubledByKey ||= (await send()).id !== id;
      if (job.followed) following ??= follow(id, job.followed, caller, AbortSignal.any([signal, left.signal]));
    }
    job.status = await untilRest(job, caller, signal);
  } finally {
    // A follower may still have the last events to read.
    if (following) await Promise.race([following, wait(2_000)]);
    left.abort();
  }
}

async function untilRest({ id }: PlayedJob, caller: PatientCaller, signal: AbortSignal): Promise<string> {
  for (;;) {
    const { status } = await caller.getJob(id ?? "");
    if (status !== "active") return status;
    await wait(POLL_MS, undefined, { signal });
  }
}

/** Reads the stream, and from where it was whenever it ends: web may have died, or the job rests until the next message. */
async function follow(jobId: string, ids: number[], caller: PatientCaller, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const { id } of caller.follow(jobId, ids.at(-1) ?? 0)) ids.push(id);
    } catch {
      // The connection is gone, as intended: it continues at the event after the last one.
    }
    await wait(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
  }
}

type PlayOptions = {
  url: string;
  sites: ChaosSite[];
  jobs: PlayedJob[];
  /** Number of concurrent callers, each with the next job that has not begun. */
  callers: number;
  answers: Answers;
  signal: AbortSignal;
  onDone(job: PlayedJob): void;
};

/**
 * Lets callers play all jobs.
 *
 * @returns why jobs could not be played to their end, a sentence each: refusals, and the end of the time
 */
export async function playJobs(options: PlayOptions): Promise<string[]> {
  const { url, sites, jobs, callers, answers, signal, onDone } = options;
  const waiting = [...jobs];
  const troubles: string[] = [];
  const work = async () => {
    for (let job = waiting.shift(); job && !signal.aborted; job = waiting.shift()) {
      const site = sites[job.plan.site];
      if (!site) throw new Error(`There is no site ${job.plan.site}.`);
      const caller = createPatientCaller({ url, ...site, answers, signal });
      try {
        await playJob(job, caller, signal);
        onDone(job);
      } catch (error) {
        troubles.push(`${job.plan.name}: ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: callers }, work));
  return troubles;
}
