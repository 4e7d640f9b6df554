import type { ChaosSite } from "./make-sites.ts";
import { type Answers, createPatientCaller } from "./patient-caller.ts";
import { type PlayedJob, playJob } from "./play-job.ts";

export type PlayOptions = {
  url: string;
  sites: ChaosSite[];
  jobs: PlayedJob[];
  /** How many play at once, each with the next job that nobody has begun. */
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
