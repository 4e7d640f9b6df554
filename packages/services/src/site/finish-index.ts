import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";

/** `ended`: the run rests. `more`: somebody asked meanwhile, and the worker begins again. */
export type IndexEnd = "ended" | "more";

/** Ends a run well, after everything it makes is there. @throws IndexLostError when the worker has lost the run */
export async function finishIndex(services: Services, claim: IndexClaim): Promise<IndexEnd> {
  return withTransaction(services.db, async (tx) => {
    const { requests, takenRequest } = await lockIndexClaim(tx, claim);
    const hasMore = requests > takenRequest;
    const status = hasMore ? "waiting" : "ready";
    await tx.siteIndex.update({
      where: { projectId: claim.projectId },
      data: { status, phase: null, consecutiveLosses: 0, endedAt: services.clock.now() },
    });
    return hasMore ? "more" : "ended";
  });
}
