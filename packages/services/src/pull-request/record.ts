import type { PullRequest as PullRequestRow, Transaction } from "@docsteward/db/client";
import type { PullRequest } from "@docsteward/git/host";
import { newId } from "@docsteward/platform/id";
import { type NamedRepository, repositoryKey } from "../git-host/repository-key.ts";
import { toStorable } from "../job/storable.ts";
import { lockPullRequest } from "./lock.ts";
import { type Teller, tellEnd } from "./tell-end.ts";

export type RecordedPullRequest = Omit<PullRequest, "state"> & {
  state: PullRequest["state"];
  /** What only who opened it knows. */
  jobId?: string;
  baseSha?: string;
  treeSha?: string;
};

/** A repository by its address, and by its key or what makes it. */
export type RecordedSource = NamedRepository | { repository: string; repositoryKey: string };

export type RecordInput = {
  projectId: string;
  /** Where it is. */
  source: RecordedSource;
  pull: RecordedPullRequest;
  /** Who is known to have changed it. */
  by?: string | null;
};

/**
 * Remembers a pull request as its forge tells of it, so that lists, pages and other jobs need not ask there.
 *
 * When it ended is noted, and told, the first time that it is seen ended: by an event, or by a job that asked before one came.
 */
export async function recordPullRequest(
  services: Teller,
  tx: Transaction,
  { projectId, source, pull, by = null }: RecordInput,
): Promise<PullRequestRow> {
  const { number, url, branch, baseRef, headSha, state, isDraft, jobId, baseSha, treeSha } = pull;
  const at = services.clock.now();
  const words = { title: toStorable(pull.title), body: toStorable(pull.body) };
  const key = {
    projectId,
    repositoryKey: "repositoryKey" in source ? source.repositoryKey : repositoryKey(source),
    number,
  };
  const where = { projectId_repositoryKey_number: key };
  const found = await tx.pullRequest.findUnique({ where });
  const known = found && (await lockPullRequest(tx, found));
  const ended = {
    mergedAt: state === "merged" ? (known?.mergedAt ?? at) : null,
    closedAt: state === "closed" ? (known?.closedAt ?? at) : null,
  };
  // A head that moved without its job, by a person's push, has files that nobody here has seen.
  const isSameHead = known?.headSha === headSha;
  const tree = treeSha ?? (isSameHead ? known.treeSha : null);
  const told = { ...words, ...ended, url, branch, baseRef, headSha, treeSha: tree, state, isDraft, updatedAt: at };
  const row = await tx.pullRequest.upsert({
    where,
    create: {
      ...told,
      ...key,
      id: newId("pr"),
      repository: source.repository,
      jobId,
      baseSha: baseSha ?? headSha,
      createdAt: at,
    },
    update: { ...told, ...(jobId ? { jobId } : {}), ...(baseSha ? { baseSha } : {}) },
  });
  if (known && known.state !== state) await tellEnd(services, tx, { row, by });
  return row;
}
