import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { toStorable } from "../job/storable.ts";
import { restSeconds } from "./add-index-request.ts";
import type { IndexEnd } from "./finish-index.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";

/**
 * Ends a run that could not do its work. What answered before goes on answering.
 *
 * @param failure a sentence for people: what is wrong and what to do
 * @throws IndexLostError when the worker has lost the run
 */
export async function failIndex(services: Services, claim: IndexClaim, failure: string): Promise<IndexEnd> {
  return withTransaction(services.db, async (tx) => {
    const { requests, takenRequest, ...last } = await lockIndexClaim(tx, claim);
    const endedAt = services.clock.now();
    const hasMore = requests > takenRequest;
    const end = { status: hasMore ? "waiting" : "failed", failure: toStorable(failure), endedAt };
    await tx.siteIndex.update({
      where: { projectId: claim.projectId },
      data: { ...end, status: hasMore ? "waiting" : "failed", phase: null, consecutiveLosses: 0 },
    });
    const rest = hasMore ? restSeconds({ ...last, endedAt, hasFailed: true }, endedAt) : 0;
    if (rest > 0) await services.queue.index.enqueue(tx, claim.projectId, rest);
    return hasMore && rest === 0 ? "more" : "ended";
  });
}
