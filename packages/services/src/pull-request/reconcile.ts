import type { PullRequest } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { GitError } from "@docsteward/git/error";
import { isContained, openLocalRepository } from "@docsteward/git/local/open-local";
import type { Services } from "../context.ts";
import { hostKindOf } from "../git-host/host-kind.ts";
import { type Teller, tellEnd } from "./tell-end.ts";

/**
 * Notices that a pull request was merged by hand: its base holds its head although nobody pressed merge. People do that with
 * the very command the merge button tells them when the base is checked out.
 *
 * @returns the row, `merged` now if that is so; unchanged when the repository cannot be asked
 */
export async function reconcilePullRequest(
  services: Pick<Services, "db" | "log"> & Teller,
  row: PullRequest,
): Promise<PullRequest> {
  const { db, clock, log } = services;
  if (row.state !== "open") return row;
  // Of one elsewhere its forge tells, by events and whenever a job asks.
  if (hostKindOf(row.repository) !== "local") return row;
  try {
    if (!(await isContained(await openLocalRepository(row.repository), row.headSha, row.baseRef))) return row;
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    log.warn({ error: error.message, pullRequestId: row.id }, "pull request could not be compared with its base");
    return row;
  }
  const at = clock.now();
  const { id, headSha } = row;
  return withTransaction(db, async (tx) => {
    // Only while it is still open at this head: a new push may have come in between.
    const { count } = await tx.pullRequest.updateMany({
      where: { id, headSha, state: "open" },
      data: { state: "merged", mergedAt: at, updatedAt: at },
    });
    const current = await tx.pullRequest.findUniqueOrThrow({ where: { id } });
    if (count > 0) await tellEnd(services, tx, { row: current, by: null });
    return current;
  });
}
