import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { databaseSize, diskUsage } from "../measure/disk-usage.ts";
import { processMemory, sampleDuring } from "../measure/process-memory.ts";
import { copyRepository, generateRepository } from "../repository/generate-repository.ts";
import type { SiteShape } from "../repository/site-files.ts";
import type { Site } from "../service/site.ts";
import type { BenchService } from "../service/start-bench-service.ts";

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

// Both cost time on the cores that the jobs need.
const SAMPLE_MS = 500;
const POLL_MS = 100;

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
async function completeJobs({ site, prompt, nextNumber }: Lane, jobs: number): Promise<number> {
  const startMs = performance.now();
  const created = await Promise.all(Array.from({ length: jobs }, () => site.createJob(`${prompt}, ${nextNumber()}.`)));
  while ((await site.countActive()) > 0) await sleep(POLL_MS);
  const tookMs = performance.now() - startMs;
  // Throws for a job that failed: failing is quick, and would look like speed.
  for (const { id } of created) await site.untilCompleted(id);
  return tookMs;
}

/** One site on one service: where jobs are sent, and what they leave there. */
type Lane = {
  service: BenchService;
  site: Site;
  /** Begins every prompt, so that the scripted model knows which site it is on. */
  prompt: string;
  /** Tells the jobs of all batches apart. */
  nextNumber(): number;
  /** Concurrent jobs. */
  parallel: number;
  /** Bytes on disk for good, as they are now. */
  kept(): Promise<Kept>;
  /** Bytes on disk for the jobs that run just now. */
  working(): Promise<number>;
};

/** `cache`: the service's caches of repositories. `repository`: the repository that jobs push to. */
type Kept = { cache: number; repository: number; database: number };

export type LaneOptions = {
  service: BenchService;
  parallel: number;
  shape: SiteShape;
  /** `small` or `large`. */
  size: string;
  dataDir: string;
  runPath: string;
};

export async function openLane({ service, parallel, shape, size, dataDir, runPath }: LaneOptions): Promise<Lane> {
  const name = `${size}-${parallel}`;
  const repository = await copyRepository(await generateRepository(dataDir, shape), join(runPath, `${name}.git`));
  const kept = async () => ({
    cache: await diskUsage(join(service.dataDir, "repositories")),
    repository: await diskUsage(repository),
    database: await databaseSize(service.databaseUrl),
  });
  const working = () => diskUsage(join(service.dataDir, "jobs"));
  const site = await service.connect(name, repository);
  await site.untilIndexed();
  let jobs = 0;
  const nextNumber = () => jobs++;
  return { service, site, prompt: `Review a page of the ${size} site`, nextNumber, parallel, kept, working };
}
