import { endDeadJob } from "@docsteward/services/job/end-dead";
import { FencedError } from "@docsteward/services/job/fenced-error";
import { createCancellations } from "./cancellations.ts";
import type { WorkerParts } from "./parts.ts";
import { workOnJob } from "./work-on-job.ts";

/**
 * Takes agent jobs from the queue.
 *
 * A handler that throws gives its job to the next worker, which goes on from the journal. A job that was cancelled, or that
 * another worker has taken over, is left alone: that is no failure.
 */
export async function startAgentQueue(parts: WorkerParts): Promise<{ stop(): void }> {
  const { services, settings } = parts;
  const cancellations = createCancellations(services);
  await services.queue.workAgent({
    concurrency: settings.WORKER_CONCURRENCY,
    async onTask(task) {
      const log = parts.log.child({ jobId: task.jobId });
      const cancelled = cancellations.watch(task.jobId);
      const startedMs = performance.now();
      try {
        await workOnJob({ ...parts, log }, task.jobId, AbortSignal.any([task.signal, cancelled.signal]));
        log.info({ durationMs: Math.round(performance.now() - startedMs) }, "queue entry done");
      } catch (error) {
        if (error instanceof FencedError || cancelled.signal.aborted) {
          log.info("job was cancelled or taken over");
          return;
        }
        if (task.signal.aborted) log.info("job handed back");
        else log.error({ err: error, retryCount: task.retryCount }, "job failed, it goes back to the queue");
        throw error;
      } finally {
        cancelled.stop();
      }
    },
    async onDead(jobId) {
      parts.log.error({ jobId }, "job was given up");
      await endDeadJob(services, jobId);
    },
  });
  return { stop: cancellations.stop };
}
