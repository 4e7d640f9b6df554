import { notify } from "@docsteward/db/notify";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { announce } from "../webhook/announce.ts";
import type { IndexClaim } from "./index-claim.ts";
import { lockIndexClaim } from "./lock-index-claim.ts";

export type FinishedIndex = {
  commit: string;
  /** See `SiteIndex.ground`. */
  ground: string;
  pageCount: number;
  /** False when the run wrote no page and took none away: the version that answers stays. */
  hasChanges: boolean;
};

/** `ended`: the run rests. `more`: somebody asked meanwhile, and the worker begins again. */
export type IndexEnd = "ended" | "more";

/**
 * Ends a run well: from the commit of this transaction on, its version answers and the earlier one does not.
 *
 * @throws IndexLostError when the worker has lost the run
 */
export async function finishIndex(services: Services, claim: IndexClaim, run: FinishedIndex): Promise<IndexEnd> {
  const { hasChanges, ...facts } = run;
  const end = await withTransaction(services.db, async (tx) => {
    const { requests, takenRequest } = await lockIndexClaim(tx, claim);
    const at = services.clock.now();
    const { projectId, attempt } = claim;
    const hasMore = requests > takenRequest;
    const rest = { status: hasMore ? "waiting" : "ready", phase: null, lostRuns: 0, endedAt: at } as const;
    const version = hasChanges ? { version: attempt } : {};
    await tx.siteIndex.update({ where: { projectId }, data: { ...facts, ...version, ...rest, indexedAt: at } });
    await notify(tx, "site", projectId);
    const data = { projectId, commit: run.commit, pages: run.pageCount };
    if (hasChanges) await announce(services, tx, { projectId, event: { type: "index.updated", data } });
    return hasMore ? ("more" as const) : ("ended" as const);
  });
  services.sites.expire(claim.projectId);
  return end;
}
