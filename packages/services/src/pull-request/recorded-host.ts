import type { PullRequest as PullRequestRow } from "@docsteward/db/client";
import { retryWhileUnavailable, type WaitOptions } from "@docsteward/db/database-error";
import type { GitHost, PullRequest } from "@docsteward/git/host";
import { newId } from "@docsteward/platform/id";
import { inTransaction, type SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { type Lease, lockLease } from "../lease.ts";
import { type NamedRepository, repositoryKey } from "../repository-use.ts";
import { publishOutcome } from "./outcome.ts";
import { lockPullRequest } from "./pull-request.ts";

type RecordedHostInput = {
  host: GitHost;
  projectId: string;
  /** The one that it is asked about. */
  repository: NamedRepository;
  lease: Lease<"job"> | null;
  wait: WaitOptions;
};

/**
 * A Git host elsewhere, with everything that is heard of its pull requests remembered here. What is remembered waits while
 * PostgreSQL is away; writing it twice changes nothing.
 *
 * @param input.lease of the worker that asks: once it has lost its job it opens and changes none
 */
export function createRecordedHost(
  ctx: SystemContext,
  { host, projectId, repository, lease, wait }: RecordedHostInput,
): GitHost {
  const write = <T>(work: (ctx: SystemContext) => Promise<T>) =>
    retryWhileUnavailable(() => inTransaction(ctx, work), wait);
  type Known = { jobId?: string | null; baseSha?: string; treeSha?: string };
  const record = async (pull: PullRequest, known: Known = {}): Promise<PullRequest> => {
    const input = { projectId, source: repository, pull: { ...pull, ...known } };
    await write((ctx) => recordPullRequest(ctx, input));
    return pull;
  };
  const requireLease = async () => {
    if (lease) await write((ctx) => lockLease(ctx, lease));
  };
  return {
    ...host,
    async getPullRequest(source, number) {
      const found = await host.getPullRequest(source, number);
      return found && record(found);
    },
    async openPullRequest(request) {
      await requireLease();
      const { jobId, baseSha, treeSha } = request;
      return record(await host.openPullRequest(request), { jobId, baseSha, treeSha });
    },
    async updatePullRequest(source, number, update) {
      await requireLease();
      return record(await host.updatePullRequest(source, number, update), { treeSha: update.treeSha });
    },
  };
}

type RecordedPullRequest = Omit<PullRequest, "state"> & {
  state: PullRequest["state"];
  /** What only who opened it knows. */
  jobId?: string | null;
  baseSha?: string;
  treeSha?: string;
};

/** A repository by its address, and by its key or what makes it. */
type RecordedSource = NamedRepository | { repository: string; repositoryKey: string };

type RecordInput = {
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
 * Its end is recorded and reported the first time that it is seen: by an event, or by a job that asked before one arrived.
 */
export async function recordPullRequest(
  ctx: SystemContext,
  { projectId, source, pull, by = null }: RecordInput,
): Promise<PullRequestRow> {
  const { number, url, branch, baseRef, headSha, state, isDraft, jobId, baseSha, treeSha } = pull;
  const { db } = ctx;
  const at = ctx.clock.now();
  const words = { title: stripNul(pull.title), body: stripNul(pull.body) };
  const key = {
    projectId,
    repositoryKey: "repositoryKey" in source ? source.repositoryKey : repositoryKey(source),
    number,
  };
  const where = { projectId_repositoryKey_number: key };
  const found = await db.pullRequest.findUnique({ where });
  const known = found && (await lockPullRequest(ctx, found));
  const ended = {
    mergedAt: state === "merged" ? (known?.mergedAt ?? at) : null,
    closedAt: state === "closed" ? (known?.closedAt ?? at) : null,
  };
  // A head that moved without its job, by a person's push, has files that the service has not read.
  const isSameHead = known?.headSha === headSha;
  const tree = treeSha ?? (isSameHead ? known.treeSha : null);
  const data = { ...words, ...ended, url, branch, baseRef, headSha, treeSha: tree, state, isDraft, updatedAt: at };
  const row = await db.pullRequest.upsert({
    where,
    create: {
      ...data,
      ...key,
      id: newId("pr"),
      repository: source.repository,
      jobId,
      baseSha: baseSha ?? headSha,
      createdAt: at,
    },
    update: { ...data, ...(jobId ? { jobId } : {}), ...(baseSha ? { baseSha } : {}) },
  });
  if (known && known.state !== state) await publishOutcome(ctx, { row, by });
  return row;
}
