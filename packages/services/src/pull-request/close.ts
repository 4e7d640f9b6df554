import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import { nameOfActor } from "../actor-name.ts";
import type { ServiceContext } from "../context.ts";
import { lockPullRequest } from "./lock.ts";
import { type PullRequestSummary, presentPullRequest } from "./present.ts";
import { tellEnd } from "./tell-end.ts";

/**
 * Closes a pull request without merging it. Its branch stays; a later message to its job starts anew from the base. Its
 * job and the project's webhooks are told. Closing twice changes nothing.
 *
 * @throws AppError `not_found`, `conflict` when it was merged
 */
export async function closePullRequest(ctx: ServiceContext, input: { number: number }): Promise<PullRequestSummary> {
  return withTransaction(ctx.db, async (tx) => {
    const row = await lockPullRequest(tx, { projectId: ctx.project.id, number: input.number });
    if (row.state === "merged") throw new AppError("conflict", `Pull request #${row.number} is merged already.`);
    if (row.state === "closed") return presentPullRequest(ctx, row);
    const at = ctx.clock.now();
    const closed = { state: "closed", closedAt: at, updatedAt: at } as const;
    const updated = await tx.pullRequest.update({ where: { id: row.id }, data: closed });
    await tellEnd(ctx, tx, { row: updated, by: nameOfActor(ctx.actor) });
    return presentPullRequest(ctx, updated);
  });
}
