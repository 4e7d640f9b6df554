import { AppError } from "@docsteward/contract/error";
import type { PullRequest } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { GitError } from "@docsteward/git/error";
import { createGitHubHost } from "@docsteward/git/github/create-github-host";
import { nameOfActor } from "../actor-name.ts";
import type { ServiceContext } from "../context.ts";
import { hostKindOf } from "../git-host/host-kind.ts";
import { appFor, useOf } from "../git-host/require-use.ts";
import { lockPullRequest } from "./lock.ts";
import { type PullRequestSummary, presentPullRequest } from "./present.ts";
import { recordPullRequest } from "./record.ts";
import { type PullRequestName, requirePullRequest } from "./require.ts";
import { tellEnd } from "./tell-end.ts";
import { toAppError } from "./to-app-error.ts";

/**
 * Closes a pull request without merging it, where it is: at GitHub it is closed there, and what GitHub answers is recorded. Its
 * branch stays; a later message to its job starts anew from the base. Its job and the project's webhooks are told. Closing twice
 * changes nothing.
 *
 * @throws AppError `not_found`; `conflict` when it was merged, or when GitHub does not let the App close it
 */
export async function closePullRequest(ctx: ServiceContext, input: PullRequestName): Promise<PullRequestSummary> {
  const found = await requirePullRequest(ctx, ctx.db, input);
  const row = hostKindOf(found.repository) === "local" ? await closeHere(ctx, found) : await closeAtGitHub(ctx, found);
  if (row.state === "merged") throw new AppError("conflict", `Pull request #${row.number} is already merged.`);
  return presentPullRequest(ctx, row);
}

function closeHere(ctx: ServiceContext, found: PullRequest): Promise<PullRequest> {
  return withTransaction(ctx.db, async (tx) => {
    const row = await lockPullRequest(tx, found);
    if (row.state !== "open") return row;
    const at = ctx.clock.now();
    const closed = { state: "closed", closedAt: at, updatedAt: at } as const;
    const updated = await tx.pullRequest.update({ where: { id: row.id }, data: closed });
    await tellEnd(ctx, tx, { row: updated, by: nameOfActor(ctx.actor) });
    return updated;
  });
}

async function closeAtGitHub(ctx: ServiceContext, row: PullRequest): Promise<PullRequest> {
  const { project } = ctx;
  const { repository, baseRef, number, projectId } = row;
  const hostRepositoryId = row.repositoryKey.match(/^github:(\d+)$/)?.[1] ?? null;
  const host = createGitHubHost({ app: () => appFor(ctx, useOf(project, { repository, hostRepositoryId })) });
  try {
    const pull = await host.closePullRequest({ repository, ref: baseRef, docsPath: project.docsPath }, number);
    const input = { projectId, source: row, pull, by: nameOfActor(ctx.actor) };
    return await withTransaction(ctx.db, (tx) => recordPullRequest(ctx, tx, input));
  } catch (error) {
    throw error instanceof GitError ? toAppError(error) : error;
  }
}
