import type { PullRequest as PullRequestRow, Transaction } from "@docsteward/db/client";
import type { PullRequest } from "@docsteward/git/host";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";
import { toStorable } from "../job/storable.ts";

export type RecordedPullRequest = Omit<PullRequest, "state"> & {
  state: PullRequest["state"];
  /** What only who opened it knows. */
  jobId?: string;
  baseSha?: string;
  treeSha?: string;
};

/**
 * Remembers a pull request as its forge tells of it, so that lists, pages and other jobs need not ask there.
 *
 * When it ended is noted the first time that it is seen ended.
 */
export async function recordPullRequest(
  { clock }: Pick<Services, "clock">,
  tx: Transaction,
  { projectId, pull }: { projectId: string; pull: RecordedPullRequest },
): Promise<PullRequestRow> {
  const { number, url, branch, baseRef, headSha, state, isDraft, jobId, baseSha, treeSha } = pull;
  const at = clock.now();
  const words = { title: toStorable(pull.title), body: toStorable(pull.body) };
  const known = await tx.pullRequest.findUnique({ where: { projectId_number: { projectId, number } } });
  const ended = {
    mergedAt: state === "merged" ? (known?.mergedAt ?? at) : null,
    closedAt: state === "closed" ? (known?.closedAt ?? at) : null,
  };
  // A head that moved without its job, by a person's push, has files that nobody here has seen.
  const isSameHead = known?.headSha === headSha;
  const tree = treeSha ?? (isSameHead ? known.treeSha : null);
  const told = { ...words, ...ended, url, branch, baseRef, headSha, treeSha: tree, state, isDraft, updatedAt: at };
  return tx.pullRequest.upsert({
    where: { projectId_number: { projectId, number } },
    create: { ...told, id: newId("pr"), projectId, number, jobId, baseSha: baseSha ?? headSha, createdAt: at },
    update: { ...told, ...(jobId ? { jobId } : {}), ...(baseSha ? { baseSha } : {}) },
  });
}
