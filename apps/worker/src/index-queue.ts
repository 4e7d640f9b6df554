import { IndexLostError } from "@docsteward/services/site/index-lost-error";
import { workOnIndex } from "./index/work-on-index.ts";
import type { WorkerParts } from "./parts.ts";

/** Takes the runs of sites' indexes from the queue, one at a time. A run that another worker has taken over is left alone. */
export async function startIndexQueue(parts: WorkerParts): Promise<void> {
  await parts.services.queue.index.work(async ({ projectId, signal }) => {
    const log = parts.log.child({ projectId });
    try {
      await workOnIndex({ ...parts, log }, projectId, signal);
    } catch (error) {
      if (error instanceof IndexLostError) return log.info("index run was taken over");
      if (signal.aborted) log.info("index run handed back");
      else log.error({ err: error }, "index run failed, it goes back to the queue");
      throw error;
    }
  });
}
