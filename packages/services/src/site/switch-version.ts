import { notify } from "@docsteward/db/notify";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { announce } from "../webhook/announce.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";
import { type IndexSkippedPage, MAX_SKIPPED_NAMED } from "./skipped-pages.ts";

export type NewVersion = {
  commit: string;
  /** See `SiteIndex.ground`. */
  ground: string;
  pageCount: number;
  /** Pages that it lacks since they take too much to read. */
  skipped?: IndexSkippedPage[];
  /** False when the run wrote no page and took none away: the version that answers stays. */
  hasChanges: boolean;
};

/**
 * Makes the version of a run the one that answers: from the commit of this transaction on it does, and the earlier one does
 * not.
 *
 * @throws IndexLostError when the worker has lost the run
 */
export async function switchVersion(services: Services, claim: IndexClaim, made: NewVersion): Promise<void> {
  const { hasChanges, skipped = [], ...facts } = made;
  const { projectId, attempt } = claim;
  await withTransaction(services.db, async (tx) => {
    await lockIndexClaim(tx, claim);
    const version = hasChanges ? { version: attempt } : {};
    await tx.siteIndex.update({
      where: { projectId },
      data: { ...facts, ...toRow(skipped), ...version, indexedAt: services.clock.now() },
    });
    await notify(tx, "site", projectId);
    const data = { projectId, commit: made.commit, pages: made.pageCount };
    if (hasChanges) await announce(services, tx, { projectId, event: { type: "index.updated", data } });
  });
  services.sites.expire(projectId);
}

const toRow = (skipped: IndexSkippedPage[]) => ({
  skippedPages: skipped.slice(0, MAX_SKIPPED_NAMED),
  skippedCount: skipped.length,
});
