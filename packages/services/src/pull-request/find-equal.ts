import type { PullRequest, Transaction } from "@docsteward/db/client";

export type EqualSearch = {
  projectId: string;
  repositoryKey: string;
  jobId: string;
  treeSha: string;
  baseRef: string;
  /** Numbers that are not looked at. */
  except: readonly number[];
};

/** The open pull request of another job of the project whose files are the very same; null when there is none. */
export async function findEqualPullRequest(
  tx: Transaction,
  { projectId, repositoryKey, jobId, treeSha, baseRef, except }: EqualSearch,
): Promise<PullRequest | null> {
  return tx.pullRequest.findFirst({
    where: {
      projectId,
      repositoryKey,
      treeSha,
      baseRef,
      state: "open",
      number: { notIn: [...except] },
      NOT: { jobId },
    },
    orderBy: { number: "asc" },
  });
}
