import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { restSeconds } from "./add-index-request.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";

/** `ended`: the run rests. `more`: somebody asked meanwhile, and the worker begins again; not where the site has to rest first. */
export type IndexEnd = "ended" | "more";

/** Ends a run well, after everything it makes is there. @throws IndexLostError when the worker has lost the run */
export async function finishIndex(services: Services, claim: IndexClaim): Promise<IndexEnd> {
  return withTransaction(services.db, async (tx) => {
    const { requests, takenRequest, ...last } = await lockIndexClaim(tx, claim);
    const endedAt = services.clock.now();
    const hasMore = requests > takenRequest;
    const status = hasMore ? "waiting" : "ready";
    await tx.siteIndex.update({
      where: { projectId: claim.projectId },
      data: { status, phase: null, consecutiveLosses: 0, endedAt },
    });
    const rest = hasMore ? restSeconds({ ...last, endedAt }, endedAt) : 0;
    if (rest > 0) await services.queue.index.enqueue(tx, claim.projectId, rest);
    return hasMore && rest === 0 ? "more" : "ended";
  });
}
