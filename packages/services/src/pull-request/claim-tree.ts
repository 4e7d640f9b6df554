import type { PullRequest } from "@docsteward/db/client";
import { inTransaction, type SystemContext } from "../context.ts";
import { type Lease, lockLease } from "../lease.ts";
import { repositoryKey } from "../repository-use.ts";

/** `claimed`: the job is the one to open a pull request with these files. `taken`: another one is about to. */
type TreeClaim = { kind: "claimed" } | { kind: "equal"; pullRequest: PullRequest } | { kind: "taken" };

/**
 * Claims all files of a pull request that a job is about to open, so that of jobs that come to the very same ones only one does.
 *
 * A claim is valid while its job is active and until its round ends; by then its pull request exists. Claiming again
 * changes nothing.
 *
 * @param input.except numbers of pull requests that are known not to be open any more
 * @throws LeaseLostError
 */
export async function claimTree(
  ctx: SystemContext,
  { lease, treeSha, except }: { lease: Lease<"job">; treeSha: string; except: readonly number[] },
): Promise<TreeClaim> {
  return inTransaction(ctx, async (ctx) => {
    const { db } = ctx;
    const job = await lockLease(ctx, lease);
    const { id, projectId, baseRef, repository } = job;
    // The project's row is the lock: of two concurrent jobs, the second one sees what the first has claimed.
    await db.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${projectId} FOR NO KEY UPDATE`;
    const pullRequest = await findEqualPullRequest(ctx, {
      projectId,
      repositoryKey: repositoryKey(job),
      jobId: id,
      treeSha,
      baseRef,
      except,
    });
    if (pullRequest) return { kind: "equal", pullRequest };
    const others = { projectId, repository, baseRef, status: "active", claimedTree: treeSha, id: { not: id } } as const;
    if ((await db.job.count({ where: others })) > 0) return { kind: "taken" };
    await db.job.update({ where: { id }, data: { claimedTree: treeSha } });
    return { kind: "claimed" };
  });
}

type EqualSearch = {
  projectId: string;
  repositoryKey: string;
  jobId: string;
  treeSha: string;
  baseRef: string;
  /** Numbers that are not looked at. */
  except: readonly number[];
};

/** The open pull request of another job of the project whose files are the very same; null when there is none. */
async function findEqualPullRequest(
  { db }: SystemContext,
  { projectId, repositoryKey, jobId, treeSha, baseRef, except }: EqualSearch,
): Promise<PullRequest | null> {
  return db.pullRequest.findFirst({
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
