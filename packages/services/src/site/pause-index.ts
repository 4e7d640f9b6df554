import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";

/**
 * Ends a run that has more to do, and asks for the next behind those of other sites. What the run has stored stays.
 *
 * @throws IndexLostError when the worker has lost the run
 */
export async function pauseIndex(services: Services, claim: IndexClaim): Promise<void> {
  const { projectId } = claim;
  await withTransaction(services.db, async (tx) => {
    await lockIndexClaim(tx, claim);
    await tx.siteIndex.update({ where: { projectId }, data: { status: "waiting", consecutiveLosses: 0 } });
    await services.queue.index.enqueue(tx, projectId);
  });
}
