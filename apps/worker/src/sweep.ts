import type { Services } from "@docsteward/services/context";
import { sweepJobs } from "@docsteward/services/job/sweep";
import { requeueLostIndexes } from "@docsteward/services/site/requeue-lost-indexes";

const EVERY_MS = 30_000;

/**
 * Looks every 30 seconds or so for jobs that nothing else would end. Every worker does: the times are spread, so that they do
 * not all ask at once.
 */
export function startSweeping(
  services: Services,
  limits: { maxMinutes: number },
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): { stop(): void } {
  let timer: NodeJS.Timeout;
  const schedule = () => {
    timer = setTimeout(sweep, everyMs * (0.75 + Math.random() / 2)).unref();
  };
  let isStopped = false;
  const sweep = async () => {
    try {
      await sweepJobs(services, limits);
      await requeueLostIndexes(services);
    } catch (error) {
      services.log.warn({ err: error }, "sweep failed, retrying in the next round");
    }
    if (!isStopped) schedule();
  };
  schedule();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
