import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { addIndexRequest } from "./add-index-request.ts";
import type { DueSite } from "./take-due-sites.ts";

const RETRY_MS = 5 * 60_000;

/**
 * Asks for a run over a site when its base ref has moved since the last one, or when its pages have to be made anew. A run that
 * failed is tried again at the same commit after five minutes; one that was given up is not, until a person asks for it.
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
  const { status, commit, runCommit, endedAt, givenUpCommit, projectId } = site;
  const restedMs = services.clock.now().getTime() - (endedAt?.getTime() ?? 0);
  if (head === null || head === givenUpCommit) return false;
  const known = status === "ready" ? commit : runCommit;
  const isNew = head !== known;
  const isRetry = status === "failed" && restedMs >= RETRY_MS;
  if (!isNew && !isRetry && (isCurrent || status === "failed")) return false;
  await withTransaction(services.db, (tx) => addIndexRequest(tx, services, { projectId, reason: "change" }));
  return true;
}
