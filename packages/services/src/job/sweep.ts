import type { Services } from "../context.ts";
import { endWedgedJobs } from "./end-wedged.ts";
import { requeueLostJobs } from "./requeue-lost.ts";

/**
 * Makes sure that no job stays active for ever: one that the queue has lost is queued again, one whose worker has stopped
 * getting on is ended. Cheap when there is nothing to do; any process may run it, at any time.
 */
export async function sweepJobs(services: Services, limits: { maxMinutes: number }): Promise<void> {
  const requeued = await requeueLostJobs(services);
  const ended = await endWedgedJobs(services, limits);
  if (requeued > 0) services.log.warn({ requeued }, "lost jobs were queued again");
  if (ended.length > 0) services.log.error({ jobIds: ended }, "stalled jobs were failed");
}
