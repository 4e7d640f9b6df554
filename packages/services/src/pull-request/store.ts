import { AppError } from "@docsteward/contract/error";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { PullRequestStore } from "@docsteward/git/local/store";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";
import { stripNul } from "../database.ts";
import { type Lease, lockLease } from "../lease.ts";
import { repositoryKey } from "../repository-use.ts";
import { reconcilePullRequest, type Teller } from "./outcome.ts";
import { lockPullRequest } from "./pull-request.ts";

/**
 * Gives the pull requests of a project to the local Git host.
 *
 * One that was merged by hand is found as merged.
 *
 * @param lease of the worker that writes: once it has lost its job, `create` and `update` throw LeaseLostError, so a job that was
 *   cancelled gets no pull request afterwards
 */
export function createPullRequestStore(
  services: Pick<Services, "db" | "log"> & Teller,
  { projectId, repository, lease }: { projectId: string; repository: string; lease?: Lease<"job"> },
): PullRequestStore {
  const { db, clock } = services;
  const key = repositoryKey({ repository, hostRepositoryId: null });
  const find = (tx: Pick<Transaction, "pullRequest">, number: number) =>
    tx.pullRequest.findUnique({
      where: { projectId_repositoryKey_number: { projectId, repositoryKey: key, number } },
    });
  const findOpen = (tx: Pick<Transaction, "pullRequest">, branch: string) =>
    tx.pullRequest.findFirst({
      where: { projectId, repositoryKey: key, branch, state: "open" },
      orderBy: { number: "desc" },
    });
  return {
    async find(number) {
      const row = await find(db, number);
      return row && reconcilePullRequest(services, row);
    },
    async findOpen(branch) {
      const row = await findOpen(db, branch);
      const current = row && (await reconcilePullRequest(services, row));
      return current?.state === "open" ? current : null;
    },
    create: (request) =>
      withTransaction(db, async (tx) => {
        if (lease) await lockLease({ db: tx }, lease);
        // The project's row is the lock: two jobs get two numbers, and one branch gets one pull request.
        await tx.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${projectId} FOR UPDATE`;
        const open = await findOpen(tx, request.branch);
        if (open) return open;
        const { lastPullRequestNumber: number } = await tx.project.update({
          where: { id: projectId },
          data: { lastPullRequestNumber: { increment: 1 } },
        });
        const at = clock.now();
        const words = { title: stripNul(request.title), body: stripNul(request.body) };
        const row = {
          ...request,
          ...words,
          id: newId("pr"),
          projectId,
          repository,
          repositoryKey: key,
          number,
          createdAt: at,
          updatedAt: at,
        };
        return tx.pullRequest.create({ data: row });
      }),
    update: (number, change) =>
      withTransaction(db, async (tx) => {
        if (lease) await lockLease({ db: tx }, lease);
        const found = await find(tx, number);
        if (!found) throw new AppError("not_found", "Pull request not found.");
        const row = await lockPullRequest(tx, found);
        const { title = row.title, body = row.body, headSha } = change;
        const treeSha = change.treeSha ?? (headSha === row.headSha ? row.treeSha : null);
        const words = { title: stripNul(title), body: stripNul(body) };
        return tx.pullRequest.update({
          where: { id: row.id },
          data: { ...words, headSha, treeSha, updatedAt: clock.now() },
        });
      }),
  };
}
