import type { Gap } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { reconcilePullRequest } from "../pull-request/reconcile.ts";

/** Notices that the pull request of a gap's job was merged by hand. */
export async function reconcileGapPull(ctx: ServiceContext, { jobId }: Gap): Promise<void> {
  if (jobId === null || ctx.project.host !== "local") return;
  const open = await ctx.db.pullRequest.findMany({ where: { projectId: ctx.project.id, jobId, state: "open" } });
  for (const row of open) await reconcilePullRequest(ctx, row);
}
