import type { PullRequestState } from "@docsteward/db/client";
import type { ServiceContext } from "../context.ts";
import { type PullRequestSummary, presentPullRequest } from "./present.ts";

const MAX = 200;

/** The project's pull requests, newest first, at most 200. */
export async function listPullRequests(
  ctx: ServiceContext,
  input: { state?: PullRequestState } = {},
): Promise<PullRequestSummary[]> {
  const rows = await ctx.db.pullRequest.findMany({
    where: { projectId: ctx.project.id, ...(input.state ? { state: input.state } : {}) },
    orderBy: [{ createdAt: "desc" }, { number: "desc" }],
    take: MAX,
  });
  return rows.map((row) => presentPullRequest(ctx, row));
}
