import { AppError } from "@docsteward/contract/error";
import type { PullRequestStore } from "@docsteward/git/local/store";
import { newId } from "@docsteward/platform/id";
import { inTransaction, type SystemContext } from "../context.ts";
import { stripNul } from "../database.ts";
import { type Lease, lockLease } from "../lease.ts";
import { repositoryKey } from "../repository-use.ts";
import { reconcilePullRequest } from "./outcome.ts";
import { lockPullRequest } from "./pull-request.ts";

/**
 * Gives the pull requests of a project to the local Git host.
 *
 * One that was merged by hand is found as merged.
 *
 * @param input.lease of the worker that writes: once it has lost its job, `create` and `update` throw LeaseLostError, so a job that was
 *   cancelled gets no pull request afterwards
 */
export function createPullRequestStore(
  ctx: SystemContext,
  { projectId, repository, lease }: { projectId: string; repository: string; lease?: Lease<"job"> },
): PullRequestStore {
  const key = repositoryKey({ repository, hostRepositoryId: null });
  const find = ({ db }: SystemContext, number: number) =>
    db.pullRequest.findUnique({
      where: { projectId_repositoryKey_number: { projectId, repositoryKey: key, number } },
    });
  const findOpen = ({ db }: SystemContext, branch: string) =>
    db.pullRequest.findFirst({
      where: { projectId, repositoryKey: key, branch, state: "open" },
      orderBy: { number: "desc" },
    });
  return {
    async find(number) {
      const row = await find(ctx, number);
      return row && reconcilePullRequest(ctx, row);
    },
    async findOpen(branch) {
      const row = await findOpen(ctx, branch);
      const current = row && (await reconcilePullRequest(ctx, row));
      return current?.state === "open" ? current : null;
    },
    create: (request) =>
      inTransaction(ctx, async (ctx) => {
        const { db, clock } = ctx;
        if (lease) await lockLease(ctx, lease);
        // The project's row is the lock: two jobs get two numbers, and one branch gets one pull request.
        await db.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${projectId} FOR UPDATE`;
        const open = await findOpen(ctx, request.branch);
        if (open) return open;
        const { lastPullRequestNumber: number } = await db.project.update({
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
        return db.pullRequest.create({ data: row });
      }),
    update: (number, change) =>
      inTransaction(ctx, async (ctx) => {
        const { db, clock } = ctx;
        if (lease) await lockLease(ctx, lease);
        const found = await find(ctx, number);
        if (!found) throw new AppError("not_found", "Pull request not found.");
        const row = await lockPullRequest(ctx, found);
        const { title = row.title, body = row.body, headSha } = change;
        const treeSha = change.treeSha ?? (headSha === row.headSha ? row.treeSha : null);
        const words = { title: stripNul(title), body: stripNul(body) };
        return db.pullRequest.update({
          where: { id: row.id },
          data: { ...words, headSha, treeSha, updatedAt: clock.now() },
        });
      }),
  };
}
