import type { PullRequest as PullRequestRow, Transaction } from "@docsteward/db/client";
import type { PullRequest } from "@docsteward/git/host";
import { newId } from "@docsteward/platform/id";
import { toStorable } from "../job/storable.ts";
import { type Teller, tellEnd } from "./tell-end.ts";

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
 * When it ended is noted, and told, the first time that it is seen ended: by an event, or by a job that asked before one came.
 *
 * @param input.by who is known to have changed it
 */
export async function recordPullRequest(
  services: Teller,
  tx: Transaction,
  { projectId, pull, by = null }: { projectId: string; pull: RecordedPullRequest; by?: string | null },
): Promise<PullRequestRow> {
  const { number, url, branch, baseRef, headSha, state, isDraft, jobId, baseSha, treeSha } = pull;
  const at = services.clock.now();
  const words = { title: toStorable(pull.title), body: toStorable(pull.body) };
  await tx.$queryRaw`SELECT 1 FROM "PullRequest" WHERE "projectId" = ${projectId} AND number = ${number} FOR UPDATE`;
  const known = await tx.pullRequest.findUnique({ where: { projectId_number: { projectId, number } } });
  const ended = {
    mergedAt: state === "merged" ? (known?.mergedAt ?? at) : null,
    closedAt: state === "closed" ? (known?.closedAt ?? at) : null,
  };
  // A head that moved without its job, by a person's push, has files that nobody here has seen.
  const isSameHead = known?.headSha === headSha;
  const tree = treeSha ?? (isSameHead ? known.treeSha : null);
  const told = { ...words, ...ended, url, branch, baseRef, headSha, treeSha: tree, state, isDraft, updatedAt: at };
  const row = await tx.pullRequest.upsert({
    where: { projectId_number: { projectId, number } },
    create: { ...told, id: newId("pr"), projectId, number, jobId, baseSha: baseSha ?? headSha, createdAt: at },
    update: { ...told, ...(jobId ? { jobId } : {}), ...(baseSha ? { baseSha } : {}) },
  });
  if (known && known.state !== state) await tellEnd(services, tx, { row, by });
  return row;
}
