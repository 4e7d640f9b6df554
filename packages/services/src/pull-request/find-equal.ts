import type { PullRequest } from "@docsteward/db/client";
import type { Services } from "../context.ts";

/** The open pull request of another job of the project whose files are the very same; null when there is none. */
export async function findEqualPullRequest(
  { db }: Pick<Services, "db">,
  { projectId, jobId, treeSha, baseRef }: { projectId: string; jobId: string; treeSha: string; baseRef: string },
): Promise<PullRequest | null> {
  return db.pullRequest.findFirst({
    where: { projectId, treeSha, baseRef, state: "open", NOT: { jobId } },
    orderBy: { number: "asc" },
  });
}
