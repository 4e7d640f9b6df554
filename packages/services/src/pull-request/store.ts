import type { PullRequest, PullRequestState, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";
import type { JobClaim } from "../job/job-claim.ts";
import { lockClaim } from "../job/lock-claim.ts";
import { toStorable } from "../job/storable.ts";
import { requirePullRequest } from "./require.ts";

type NewPullRequest = Pick<
  PullRequest,
  "jobId" | "branch" | "baseRef" | "baseSha" | "headSha" | "title" | "body" | "isDraft"
>;
type PullRequestChange = Partial<Pick<PullRequest, "headSha" | "title" | "body">> & {
  state?: PullRequestState;
  mergeSha?: string;
};

/** The pull requests of one project, as the local Git host keeps them. */
export type PullRequestStore = {
  find(number: number): Promise<PullRequest | null>;
  findOpen(branch: string): Promise<PullRequest | null>;
  /** Opens one under the project's next number, or returns the one that is open for the branch already. */
  create(request: NewPullRequest): Promise<PullRequest>;
  update(number: number, change: PullRequestChange): Promise<PullRequest>;
};

/**
 * Gives the pull requests of a project to the local Git host.
 *
 * @param claim the worker that writes: once it has lost its job, `create` and `update` throw FencedError, so a job that was
 *   cancelled gets no pull request afterwards
 */
export function createPullRequestStore(
  services: Pick<Services, "db" | "clock">,
  { projectId, claim }: { projectId: string; claim?: JobClaim },
): PullRequestStore {
  const { db, clock } = services;
  const findOpen = (tx: Pick<Transaction, "pullRequest">, branch: string) =>
    tx.pullRequest.findFirst({ where: { projectId, branch, state: "open" }, orderBy: { number: "desc" } });
  return {
    find: (number) => db.pullRequest.findUnique({ where: { projectId_number: { projectId, number } } }),
    findOpen: (branch) => findOpen(db, branch),
    create: (request) =>
      withTransaction(db, async (tx) => {
        if (claim) await lockClaim(tx, claim);
        // The project's row is the lock: two jobs get two numbers, and one branch gets one pull request.
        await tx.$queryRaw`SELECT 1 FROM "Project" WHERE id = ${projectId} FOR UPDATE`;
        const open = await findOpen(tx, request.branch);
        if (open) return open;
        const { lastPullRequestNumber: number } = await tx.project.update({
          where: { id: projectId },
          data: { lastPullRequestNumber: { increment: 1 } },
        });
        const at = clock.now();
        const words = { title: toStorable(request.title), body: toStorable(request.body) };
        const row = { ...request, ...words, id: newId("pr"), projectId, number, createdAt: at, updatedAt: at };
        return tx.pullRequest.create({ data: row });
      }),
    update: (number, change) =>
      withTransaction(db, async (tx) => {
        if (claim) await lockClaim(tx, claim);
        await tx.$queryRaw`SELECT 1 FROM "PullRequest" WHERE "projectId" = ${projectId} AND number = ${number} FOR UPDATE`;
        const row = await requirePullRequest(tx, { projectId, number });
        return tx.pullRequest.update({ where: { id: row.id }, data: toData(row, change, clock.now()) });
      }),
  };
}

function toData(row: PullRequest, change: PullRequestChange, at: Date) {
  const { title, body, ...rest } = change;
  return {
    ...rest,
    title: title === undefined ? row.title : toStorable(title),
    body: body === undefined ? row.body : toStorable(body),
    updatedAt: at,
    mergedAt: change.state === "merged" ? (row.mergedAt ?? at) : row.mergedAt,
    closedAt: change.state === "closed" ? (row.closedAt ?? at) : row.closedAt,
  };
}
