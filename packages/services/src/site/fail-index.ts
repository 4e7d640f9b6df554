import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { toStorable } from "../job/storable.ts";
import { pauseAfter } from "../losses.ts";
import { restSeconds } from "./add-index-request.ts";
import type { IndexEnd } from "./finish-index.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";

/**
 * Ends a run that could not do its work. What answered before goes on answering.
 *
 * @param failure a sentence for people: what is wrong and what to do
 * @param options.givesUp no run begins by itself over the same commit, and other commits wait longer each time
 * @throws IndexLostError when the worker has lost the run
 */
export async function failIndex(
  services: Services,
  claim: IndexClaim,
  failure: string,
  { givesUp = false }: { givesUp?: boolean } = {},
): Promise<IndexEnd> {
  return withTransaction(services.db, async (tx) => {
    const index = await lockIndexClaim(tx, claim);
    const hasMore = index.requests > index.takenRequest;
    const endedAt = services.clock.now();
    const end = {
      failure: toStorable(failure),
      endedAt,
      ...(givesUp && { givenUpCommit: index.runCommit, ...pauseAfter(index, endedAt) }),
    };
    await tx.siteIndex.update({
      where: { projectId: claim.projectId },
      data: { ...end, status: hasMore ? "waiting" : "failed", phase: null, consecutiveLosses: 0 },
    });
    const rest = hasMore ? restSeconds({ ...index, endedAt, hasFailed: true }, endedAt) : 0;
    if (rest > 0) await services.queue.index.enqueue(tx, claim.projectId, rest);
    return hasMore && rest === 0 ? "more" : "ended";
  });
}
