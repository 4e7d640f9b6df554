import type { PullRequest } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { repositoryKey } from "../git-host/repository-key.ts";
import type { JobClaim } from "../job/job-claim.ts";
import { lockClaim } from "../job/lock-claim.ts";
import { findEqualPullRequest } from "./find-equal.ts";

/** `claimed`: the job is the one to open a pull request with these files. `taken`: another one is about to. */
export type TreeClaim = { kind: "claimed" } | { kind: "equal"; pullRequest: PullRequest } | { kind: "taken" };

/**
 * Claims all files of a pull request that a job is about to open, so that of jobs that come to the very same ones only one does.
 *
 * A claim is good while its job is active and until its round ends; by then its pull request is there to be found. Claiming again
 * changes nothing.
 *
 * @param input.except numbers of pull requests that are known not to be open any more
 * @throws FencedError when the worker has lost the job
 */
export async function claimTree(
  { db }: Pick<Services, "db">,
  claim: JobClaim,
  { treeSha, except }: { treeSha: string; except: readonly number[] },
): Promise<TreeClaim> {
  return withTransaction(db, async (tx) => {
    const job = await lockClaim(tx, claim);
    const { id, projectId, baseRef, repository } = job;
    // The project's row is the lock: of two jobs that look at once the second one sees what the first has claimed.
    await tx.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${projectId} FOR NO KEY UPDATE`;
    const pullRequest = await findEqualPullRequest(tx, {
      projectId,
      repositoryKey: repositoryKey(job),
      jobId: id,
      treeSha,
      baseRef,
      except,
    });
    if (pullRequest) return { kind: "equal", pullRequest };
    const others = { projectId, repository, baseRef, status: "active", claimedTree: treeSha, id: { not: id } } as const;
    if ((await tx.job.count({ where: others })) > 0) return { kind: "taken" };
    await tx.job.update({ where: { id }, data: { claimedTree: treeSha } });
    return { kind: "claimed" };
  });
}
