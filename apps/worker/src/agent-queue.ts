import { setTimeout as sleep } from "node:timers/promises";
import type { AgentOutcome } from "@docsteward/agent/ports";
import { revertJobPush } from "@docsteward/agent/publish/push-round";
import { runJob } from "@docsteward/agent/run-job";
import { retryWhileUnavailable } from "@docsteward/db/database-error";
import type { JobTask } from "@docsteward/db/queue";
import { CHECKS } from "@docsteward/docs/checks/bounded-checks";
import { GitError } from "@docsteward/git/error";
import { boundedPool } from "@docsteward/platform/bounded/bounded-pool";
import type { Log } from "@docsteward/platform/log";
import { findMachineFault } from "@docsteward/platform/machine-error";
import { currentSpan, inSpan } from "@docsteward/platform/tracing";
import { runAs } from "@docsteward/platform/watchdog";
import type { SystemContext } from "@docsteward/services/context";
import type { OpenedJob } from "@docsteward/services/job/job";
import { claimJob, failJob, finishJob, type RoundEnd } from "@docsteward/services/job/lease";
import { findInactiveJobs, findStoppedJob, handleDeadLetter } from "@docsteward/services/job/stop";
import { type Lease, LeaseLostError, releaseLease } from "@docsteward/services/lease";
import { createAgentPorts, createJobHost, toAgentInput } from "./agent-ports.ts";
import type { WorkerDependencies } from "./dependencies.ts";

/** How long a job has to stop after its signal is aborted. */
const STOP_GRACE_MS = 2_000;

/**
 * Takes agent jobs from the queue.
 *
 * A handler that throws gives its job to the next worker, which goes on from the journal. A job that was stopped, or that
 * another worker has taken over, is left alone: that is no failure.
 */
export async function startAgentQueue(parts: WorkerDependencies): Promise<{ stop(): void }> {
  const { services, settings, log, machine, meter } = parts;
  const cancellations = createCancellations(services, log);
  await services.queue.job.work({
    db: services.db,
    concurrency: settings.WORKER_CONCURRENCY,
    async onTask(task) {
      const cancelled = cancellations.watch(task.id);
      meter.held.add(task.id);
      prepareReader(log);
      try {
        await machine.guard(task, () =>
          runTask({ ...parts, log: log.child({ jobId: task.id }) }, task, cancelled.signal),
        );
      } finally {
        meter.held.delete(task.id);
        cancelled.stop();
      }
    },
    async onDead(id) {
      log.error({ jobId: id, outcome: await handleDeadLetter(services, { id }) }, "queue entry failed permanently");
    },
  });
  return { stop: cancellations.stop };
}

/** While git fetches, a process loads what reads pages, if none has yet: the job's first words say what is in them. */
function prepareReader(log: Log): void {
  boundedPool()
    .prepare(CHECKS.module)
    .catch((error: unknown) => log.error({ err: error }, "page reader process could not start"));
}

async function runTask(parts: WorkerDependencies, task: JobTask, cancelled: AbortSignal): Promise<void> {
  const { log } = parts;
  const signal = AbortSignal.any([task.signal, cancelled]);
  const startedMs = performance.now();
  log.info({ retryCount: task.retryCount }, "job taken");
  try {
    await settleWithin(processJob(parts, task.id, signal, task), signal, STOP_GRACE_MS);
    log.info({ durationMs: Math.round(performance.now() - startedMs) }, "queue entry done");
  } catch (error) {
    if (!(error instanceof LeaseLostError || cancelled.aborted)) {
      if (task.signal.aborted) log.info("job handed back");
      else log.error({ err: error, retryCount: task.retryCount }, "job failed, it goes back to the queue");
      throw error;
    }
    log.info("job was stopped or taken over");
  }
  await revertStoppedJob(parts, task.id, task.signal);
}

/** Behind the notifications, should one get lost. */
const POLL_MS = 1_000;

/** Aborts running jobs that a person cancels, in whichever process that happens. */
function createCancellations(services: SystemContext, log: Log) {
  const running = new Map<string, AbortController>();
  const abort = (jobId: string) => running.get(jobId)?.abort(new Error("The job was stopped."));
  const unsubscribe = services.notifier.subscribe("cancel", (jobId) => {
    if (jobId !== null) abort(jobId);
  });
  let isAsking = false;
  const timer = setInterval(async () => {
    if (isAsking || running.size === 0) return;
    isAsking = true;
    try {
      for (const jobId of await findInactiveJobs(services, { ids: [...running.keys()] })) abort(jobId);
    } catch (error) {
      log.debug({ err: error }, "running jobs could not be loaded");
    } finally {
      isAsking = false;
    }
  }, POLL_MS).unref();
  return {
    /** A signal that is aborted when the job is ended by anything but its worker. */
    watch(jobId: string): { signal: AbortSignal; stop(): void } {
      const controller = new AbortController();
      running.set(jobId, controller);
      return {
        signal: controller.signal,
        stop() {
          if (running.get(jobId) === controller) running.delete(jobId);
        },
      };
    },
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

/**
 * Works on a job until it rests: takes it, runs the agent, records the end, and again while messages have come meanwhile.
 *
 * While PostgreSQL is away it waits and then goes on.
 *
 * @param options.isLastTry what git or its host could not do ends the job then, by its name, and is not left to another worker
 * @throws LeaseLostError when another worker has the job, and whatever the agent could not end the job with
 */
export async function processJob(
  given: WorkerDependencies,
  jobId: string,
  signal: AbortSignal,
  { isLastTry = false }: { isLastTry?: boolean } = {},
): Promise<void> {
  const { services } = given;
  for (;;) {
    signal.throwIfAborted();
    const wait = { log: given.log, signal };
    const opened = await retryWhileUnavailable(() => claimJob(services, { id: jobId }), wait);
    if (opened === null) return;
    const { job, lease } = opened;
    const attributes = {
      "messaging.system": "pg-boss",
      "messaging.destination.name": "agent",
      "messaging.operation.type": "process",
      "messaging.operation.name": "process",
      "docsteward.job.id": job.id,
      "docsteward.job.attempt": lease.attempt,
    };
    const span = { kind: "consumer", parent: job.traceparent, attributes } as const;
    if ((await inSpan("process agent", span, () => workOnRound(given, { opened, signal, isLastTry }))) === "ended")
      return;
  }
}

type Round = { opened: OpenedJob; signal: AbortSignal; isLastTry: boolean };

async function workOnRound(given: WorkerDependencies, { opened, signal, isLastTry }: Round): Promise<RoundEnd> {
  const { services } = given;
  const { lease, job } = opened;
  // The request that made the job is in every line about it, so that a caller's report leads to them.
  const log = job.requestId === null ? given.log : given.log.child({ requestId: job.requestId });
  const parts = { ...given, log };
  const startedMs = performance.now();
  const work = async () => runJob(toAgentInput(opened, services), await createAgentPorts(parts, opened, signal));
  using _ = releaseOnAbort(parts, lease, signal);
  const outcome = await runAs(lease, work).catch(async (error: unknown): Promise<AgentOutcome> => {
    const isFault = findMachineFault(error, services) !== null;
    if (isLastTry && !isFault && error instanceof GitError) {
      log.error({ err: error }, "job failed permanently");
      return { status: "failed", code: "internal", reason: error.message };
    }
    await release(parts, lease);
    throw error;
  });
  const end = await retryWhileUnavailable(() => recordEnd(parts, lease, outcome), { log, signal });
  const code = outcome.status === "completed" ? null : outcome.code;
  if (code !== null) currentSpan().fail(code);
  given.meter.countEnd({ code, ms: performance.now() - startedMs });
  return end;
}

/** A worker that stops has not lost its job, however long the job takes to stop. */
function releaseOnAbort(parts: WorkerDependencies, lease: Lease<"job">, signal: AbortSignal): Disposable {
  const onAbort = () => void release(parts, lease);
  signal.addEventListener("abort", onAbort, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener("abort", onAbort) };
}

async function release({ services, log }: WorkerDependencies, lease: Lease<"job">): Promise<void> {
  await releaseLease(services, lease).catch((error: unknown) => log.warn({ err: error }, "job could not be released"));
}

async function recordEnd(
  { services, log }: WorkerDependencies,
  lease: Lease<"job">,
  outcome: AgentOutcome,
): Promise<RoundEnd> {
  if (outcome.status === "completed") {
    const end = await finishJob(services, { lease, ...outcome });
    log.info({ prLink: outcome.pullRequest?.url ?? null }, "job completed");
    return end;
  }
  const end = await failJob(services, { lease, ...outcome });
  log.info({ code: outcome.code }, "job failed");
  return end;
}

/**
 * Reverts the pushes of a cancelled job on its branch, whichever worker made them. Queue entries of one job run one after
 * another, so no other worker handles the job meanwhile.
 */
async function revertStoppedJob(parts: WorkerDependencies, jobId: string, signal: AbortSignal): Promise<void> {
  const { services, log } = parts;
  const wait = { log, signal };
  const stopped = await retryWhileUnavailable(() => findStoppedJob(services, { id: jobId }), wait);
  if (stopped === null) return;
  const host = createJobHost(services, stopped, null, wait);
  await revertJobPush(toAgentInput(stopped, services), { host, dataDir: services.dataDir, signal });
}

/**
 * Waits for work after `signal` asks it to stop. Work that runs longer than `graceMs` after that is abandoned, and its slot
 * is free.
 *
 * @throws what the work throws, or the signal's reason when the work was left
 */
export async function settleWithin<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  const settled = new AbortController();
  const left = async (): Promise<never> => {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true, signal: settled.signal });
      settled.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await sleep(graceMs, undefined, { signal: settled.signal });
    throw signal.reason;
  };
  const leaving = left();
  leaving.catch(() => undefined);
  try {
    return await Promise.race([work, leaving]);
  } finally {
    settled.abort();
    // Abandoned work may still fail; no caller waits for it any more.
    work.catch(() => undefined);
  }
}
