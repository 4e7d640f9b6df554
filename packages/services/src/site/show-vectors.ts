import { notify } from "@docsteward/db/notify";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";

/**
 * Tells everybody that the vectors of the version that answers are there, and drops those of other embedders.
 *
 * @throws IndexLostError when the worker has lost the run
 */
export async function showVectors(
  services: Services,
  claim: IndexClaim,
  { embedderId }: { embedderId: string },
): Promise<void> {
  const { projectId } = claim;
  await withTransaction(services.db, async (tx) => {
    await lockIndexClaim(tx, claim);
    await tx.sitePageVectors.deleteMany({ where: { projectId, embedderId: { not: embedderId } } });
    await tx.siteIndex.update({ where: { projectId }, data: { embedderId, vectorsRevision: { increment: 1 } } });
    await notify(tx, "site", projectId);
  });
  services.sites.expire(projectId);
}
