import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { MAX_LOSSES } from "../losses.ts";
import { addIndexRequest } from "./add-index-request.ts";
import type { DueSite } from "./take-due-sites.ts";

const RETRY_MS = 5 * 60_000;

/**
 * Asks for a run over a site when its base ref has moved since the last one, or when its pages have to be made anew. A run that
 * failed is tried again at the same commit after five minutes; one that too many workers were lost over is not, until a person
 * asks for it.
 *
 * @param found.head where the base ref is now; null when that cannot be seen
 * @param found.isCurrent whether the pages that answer were made as this version makes them
 * @returns whether a run was asked for
 */
export async function requestForDue(
  services: Services,
  site: DueSite,
  { head, isCurrent }: { head: string | null; isCurrent: boolean },
): Promise<boolean> {
  const { status, commit, runCommit, endedAt, consecutiveLosses, lossCommit, projectId } = site;
  const restedMs = services.clock.now().getTime() - (endedAt?.getTime() ?? 0);
  const isGivenUp = status === "failed" && consecutiveLosses >= MAX_LOSSES;
  const known = status === "ready" ? commit : isGivenUp ? (lossCommit ?? head) : runCommit;
  const isNew = head !== null && head !== known;
  const isRetry = status === "failed" && restedMs >= RETRY_MS && !(isGivenUp && head === lossCommit);
  if (!isNew && !isRetry && (isCurrent || status === "failed")) return false;
  if (head === null) return false;
  await withTransaction(services.db, (tx) => addIndexRequest(tx, services, { projectId }));
  return true;
}
