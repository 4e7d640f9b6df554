import type { Log } from "@docsteward/platform/log";
import type { Services } from "@docsteward/services/context";
import { findEndedJobs } from "@docsteward/services/job/find-ended";

/** Behind the notifications, should one get lost. */
const POLL_MS = 1_000;

/** Aborts running jobs that somebody ends, in whichever process that happens. */
export function createCancellations(services: Services, log: Log) {
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
      for (const jobId of await findEndedJobs(services, [...running.keys()])) abort(jobId);
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
