import { setTimeout as sleep } from "node:timers/promises";
import { processMemory } from "../measure/process-memory.ts";
import { sampleDuring } from "../measure/sample.ts";
import type { Kept, Lane } from "./open-lane.ts";

export type Batch = {
  jobs: number;
  tookMs: number;
  /** Most that the worker and its git processes took beyond what they took at rest; null when the system does not tell. */
  memoryBytes: number | null;
  /** Most that the folders of running jobs took. */
  workingBytes: number;
  /** What all jobs of the batch together left behind. */
  keptBytes: Kept;
};

const SAMPLE_MS = 100;
const POLL_MS = 20;

/** Sends a number of jobs in parallel, waits until all have completed, and measures the resources they used. */
export async function runBatch(lane: Lane, jobs: number): Promise<Batch> {
  const before = await lane.kept();
  const workerPid = lane.service.workerPid();
  const restBytes = (await processMemory(workerPid))?.tree ?? null;
  const work = completeJobs(lane, jobs);
  const samples = await sampleDuring(work, SAMPLE_MS, async () => ({
    memory: (await processMemory(workerPid))?.tree ?? 0,
    working: await lane.working(),
  }));
  const after = await lane.kept();
  const peakBytes = Math.max(...samples.map(({ memory }) => memory));
  return {
    jobs,
    tookMs: await work,
    memoryBytes: restBytes === null ? null : Math.max(0, peakBytes - restBytes),
    workingBytes: Math.max(...samples.map(({ working }) => working)),
    keptBytes: {
      cache: after.cache - before.cache,
      repository: after.repository - before.repository,
      database: after.database - before.database,
    },
  };
}

/** @returns milliseconds from the first create-job until no job was active any more */
async function completeJobs({ site, prompt }: Lane, jobs: number): Promise<number> {
  const startMs = performance.now();
  const created = await Promise.all(Array.from({ length: jobs }, (_, index) => site.createJob(`${prompt}, ${index}.`)));
  while ((await site.countActive()) > 0) await sleep(POLL_MS);
  const tookMs = performance.now() - startMs;
  // Throws for a job that failed: failing is quick, and would look like speed.
  for (const { id } of created) await site.untilCompleted(id);
  return tookMs;
}
