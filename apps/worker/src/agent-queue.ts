import type { AgentTask } from "@docsteward/db/queue";
import { FencedError } from "@docsteward/services/job/fenced-error";
import { settleDeadJob } from "@docsteward/services/job/settle-dead";
import { createCancellations } from "./cancellations.ts";
import type { WorkerParts } from "./parts.ts";
import { settleWithin } from "./settle-within.ts";
import { takeBackStopped } from "./take-back-stopped.ts";
import { workOnJob } from "./work-on-job.ts";

/** What a job that is told to stop gets for stopping by itself. */
const STOP_GRACE_MS = 2_000;

/**
 * Takes agent jobs from the queue.
 *
 * A handler that throws gives its job to the next worker, which goes on from the journal. A job that was stopped, or that
 * another worker has taken over, is left alone: that is no failure.
 */
export async function startAgentQueue(parts: WorkerParts): Promise<{ stop(): void }> {
  const { services, settings, log } = parts;
  const cancellations = createCancellations(services, log);
  await services.queue.workAgent({
    concurrency: settings.WORKER_CONCURRENCY,
    async onTask(task) {
      const cancelled = cancellations.watch(task.jobId);
      try {
        await runTask({ ...parts, log: log.child({ jobId: task.jobId }) }, task, cancelled.signal);
      } finally {
        cancelled.stop();
      }
    },
    async onDead(jobId) {
      log.error({ jobId, outcome: await settleDeadJob(services, jobId) }, "queue entry failed permanently");
    },
  });
  return { stop: cancellations.stop };
}

async function runTask(parts: WorkerParts, task: AgentTask, cancelled: AbortSignal): Promise<void> {
  const { log } = parts;
  const signal = AbortSignal.any([task.signal, cancelled]);
  const startedMs = performance.now();
  log.info({ retryCount: task.retryCount }, "job taken");
  try {
    await settleWithin(workOnJob(parts, task.jobId, signal, task), signal, STOP_GRACE_MS);
    log.info({ durationMs: Math.round(performance.now() - startedMs) }, "queue entry done");
  } catch (error) {
    if (!(error instanceof FencedError || cancelled.aborted)) {
      if (task.signal.aborted) log.info("job handed back");
      else log.error({ err: error, retryCount: task.retryCount }, "job failed, it goes back to the queue");
      throw error;
    }
    log.info("job was stopped or taken over");
  }
  await takeBackStopped(parts, task.jobId, task.signal);
}
