import type { JobTask } from "@docsteward/db/queue";
import type { Log } from "@docsteward/platform/log";
import type { SystemContext } from "@docsteward/services/context";
import { findInactiveJobs, handleDeadLetter } from "@docsteward/services/job/stop";
import { LeaseLostError } from "@docsteward/services/lease";
import type { WorkerDependencies } from "./dependencies.ts";
import { settleWithin } from "./settle-within.ts";
import { processJob, revertStoppedJob } from "./work-on-job.ts";

/** What a job that is told to stop gets for stopping by itself. */
const STOP_GRACE_MS = 2_000;

/**
 * Takes agent jobs from the queue.
 *
 * A handler that throws gives its job to the next worker, which goes on from the journal. A job that was stopped, or that
 * another worker has taken over, is left alone: that is no failure.
 */
export async function startAgentQueue(parts: WorkerDependencies): Promise<{ stop(): void }> {
  const { services, settings, log } = parts;
  const cancellations = createCancellations(services, log);
  await services.queue.job.work({
    concurrency: settings.WORKER_CONCURRENCY,
    async onTask(task) {
      const cancelled = cancellations.watch(task.id);
      try {
        await runTask({ ...parts, log: log.child({ jobId: task.id }) }, task, cancelled.signal);
      } finally {
        cancelled.stop();
      }
    },
    async onDead(id) {
      log.error({ jobId: id, outcome: await handleDeadLetter(services, { id }) }, "queue entry failed permanently");
    },
  });
  return { stop: cancellations.stop };
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

/** Aborts running jobs that somebody ends, in whichever process that happens. */
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
    /** A signal that is aborted when the job is ended by somebody else than its worker. */
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
