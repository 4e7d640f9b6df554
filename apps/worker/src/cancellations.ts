import type { Services } from "@docsteward/services/context";

/** Aborts running jobs that somebody cancels, in whichever process that happens. */
export function createCancellations({ notifier }: Pick<Services, "notifier">) {
  const running = new Map<string, AbortController>();
  const unsubscribe = notifier.subscribe("cancel", (jobId) => {
    if (jobId !== null) running.get(jobId)?.abort(new Error("The job was cancelled."));
  });
  return {
    /** A signal that is aborted when the job is cancelled. A message that is missed is caught by the next write: it is fenced. */
    watch(jobId: string): { signal: AbortSignal; stop(): void } {
      const controller = new AbortController();
      running.set(jobId, controller);
      return { signal: controller.signal, stop: () => running.delete(jobId) };
    },
    stop: unsubscribe,
  };
}
