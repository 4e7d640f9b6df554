import { appendFile, chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openServiceLog, type Service, startService } from "@docsteward/tooling/service";
import type { Answers } from "./client.ts";
import { createFaultInjector, type Fault, type FaultInjector, planFaults } from "./fault-injector.ts";
import {
  checkRepository,
  type Finding,
  findDoubled,
  findLost,
  findReordered,
  findStalled,
  type JobFacts,
} from "./invariants.ts";
import { planJobs } from "./plan-jobs.ts";
import { type PlayedJob, playJobs, toBePlayed } from "./play-jobs.ts";
import { readRecords } from "./read-records.ts";
import { type ChaosModel, startModel } from "./scripted-model.ts";
import { type ChaosSite, makeSites, makeVariables } from "./sites.ts";
import { measureTakeovers, readHolds, readReady, type Takeover } from "./takeovers.ts";

type ChaosOptions = {
  jobs: number;
  workers: number;
  /** Names everything that is left to chance. */
  seed: string;
  /** Fault injection stops after this long, or when all jobs rest. */
  seconds: number;
  /** Keeps the service's log lines in this file, and at their end the journals of jobs with findings. */
  logFile?: string | null;
  onFault(fault: Fault, jobsDone: number): void;
  signal: AbortSignal;
};

export type ChaosReport = {
  findings: Finding[];
  faults: Fault[];
  takeovers: Takeover[];
  answers: Answers;
  /** Requests that were refused for good, and jobs that the end of the time cut short. */
  troubles: string[];
  jobs: number;
  messages: number;
  modelCalls: number;
  /** From the first request until all was at rest. */
  playedMs: number;
};

const SITES = 4;
const CALLERS = 12;
/** After the last fault, every job ends within this time or counts as stalled. */
const REST_MS = 180_000;
const LATE_MS = 3_000;

type World = { service: Service; model: ChaosModel; sites: ChaosSite[]; jobs: PlayedJob[]; logFile: string };

/**
 * Runs the real service against a slow scripted model while a fault injector hits its processes, and looks for what was lost,
 * doubled, reordered, stalled or written wrong.
 *
 * The web app has to be built. Nothing is left behind: no process, no folder.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, workers, signal } = options;
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "docsteward-chaos-"));
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // As root, PostgreSQL runs as another user and needs access to its data.
  await chmod(folder, 0o755);
  const model = await startModel(seed);
  cleanup.defer(() => model.server.close());
  const variables = makeVariables({
    dataDir: join(folder, "data"),
    modelUrl: model.server.url,
    workers,
    // One worker that is left can hold every job: none waits for a place, which would look like a late takeover.
    places: CALLERS,
  });
  const logFile = options.logFile ?? join(folder, "service.log");
  const { output, log } = openServiceLog(logFile);
  const service = await startService({ variables, output, log, signal }).catch(async (cause) => {
    throw new Error(`The service did not start:\n${await readFile(logFile, "utf8")}`, { cause });
  });
  cleanup.defer(() => service.stop());
  const sites = await makeSites(service, variables, SITES);
  for (const { repository } of sites) cleanup.defer(() => repository.remove());
  const jobs = planJobs(seed, { jobs: options.jobs, sites: SITES }).map(toBePlayed);
  return await play({ service, model, sites, jobs, logFile }, options);
}

async function play(world: World, options: ChaosOptions): Promise<ChaosReport> {
  const { service } = world;
  const answers: Answers = new Map();
  const done: PlayedJob[] = [];
  const plan = planFaults(options.seed, options.seconds);
  const injector = createFaultInjector(service, plan, (fault) => options.onFault(fault, done.length));
  const resting = new AbortController();
  const over = AbortSignal.any([options.signal, AbortSignal.timeout(options.seconds * 1_000 + REST_MS)]);
  const startedMs = performance.now();
  const injecting = injector.run(AbortSignal.any([over, resting.signal]));
  try {
    const onDone = (job: PlayedJob) => void done.push(job);
    const troubles = await playJobs({ ...world, url: service.url, callers: CALLERS, answers, signal: over, onDone });
    options.signal.throwIfAborted();
    const playedMs = performance.now() - startedMs;
    resting.abort();
    await injecting;
    // A process that resumes late must do no harm, so the check comes after the resumption.
    injector.resume();
    await wait(LATE_MS);
    return { ...(await look(world, injector)), faults: injector.faults, answers, troubles, playedMs };
  } finally {
    resting.abort();
    await injecting;
    injector.resume();
  }
}

/** Reads what everything has left behind, and judges it. */
async function look(world: World, injector: FaultInjector) {
  const { service, model, sites, jobs, logFile } = world;
  const records = await readRecords(() => service.databaseUrl);
  const facts: JobFacts[] = jobs.map((played) => ({
    played,
    records: records.filter(({ name }) => name === played.plan.name),
    calls: model.calls.filter(({ job }) => job === played.plan.name),
  }));
  const findings = facts.flatMap((job) => [
    ...findLost(job),
    ...findDoubled(job),
    ...findReordered(job),
    ...findStalled(job),
  ]);
  for (const [index, site] of sites.entries()) {
    findings.push(
      ...(await checkRepository(
        site,
        facts.filter(({ played }) => played.plan.site === index),
      )),
    );
  }
  const log = await readFile(logFile, "utf8");
  const faulted = records.filter(({ name }) => findings.some(({ job }) => job === name));
  for (const record of faulted)
    await appendFile(logFile, `${JSON.stringify({ msg: "a job with findings", record })}\n`);
  return {
    findings,
    takeovers: measureTakeovers(records, injector.faults, readHolds(log), readReady(log)),
    jobs: records.filter(({ status }) => status === "completed").length,
    messages: jobs.reduce((sum, { accepted }) => sum + accepted, 0),
    modelCalls: model.calls.length,
  };
}
