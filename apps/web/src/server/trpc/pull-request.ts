import {
  findPullRequestChecks,
  GetChangedPage,
  getChangedPage,
  getMergeObstacle,
  getPullRequest,
  ListPullRequests,
  listPullRequests,
} from "@docsteward/services/pull-request/get";
import { closePullRequest, draftRevert, mergePullRequest } from "@docsteward/services/pull-request/merge";
import { PullRequestName } from "@docsteward/services/pull-request/pull-request";
import { z } from "zod";
import { renderDiffBounded } from "../pull-request/bounded-diff.ts";
import { renderPreviewBounded } from "../pull-request/bounded-preview.ts";
import { memberProcedure, router, viewerProcedure } from "./init.ts";

const pullProcedure = viewerProcedure.input(PullRequestName);
const pullAction = memberProcedure.input(PullRequestName);

export const pullRequestRouter = router({
  list: viewerProcedure.input(ListPullRequests).query(({ ctx, input }) => listPullRequests(ctx.project, input)),

  /** With its commits, what its checks still find, and what is in the way of its merge. */
  get: pullProcedure.query(async ({ ctx, input }) => {
    const found = await getPullRequest(ctx.project, input);
    const [checks, obstacle] = await Promise.all([
      findPullRequestChecks(ctx.project, found),
      getMergeObstacle(ctx.project, found),
    ]);
    const { files, range: _, ...pull } = found;
    return { ...pull, fileCount: files.length, checks, obstacle };
  }),

  /** What it changes, highlighted; `problem` says why nothing can be shown. */
  diff: pullProcedure
    .input(z.object({ style: z.enum(["unified", "split"]).default("unified") }))
    .query(async ({ ctx, input: { style, ...name } }) => {
      const { files, range, problem } = await getPullRequest(ctx.project, name);
      if (range === null) return { head: "", files: [], problem };
      return { ...(await renderDiffBounded({ files, range, style })), problem };
    }),

  /** One page that it changes, as a reader will see it. */
  preview: viewerProcedure.input(GetChangedPage).query(async ({ ctx, input }) => {
    return renderPreviewBounded(await getChangedPage(ctx.project, input));
  }),

  /** The prompt of the job that undoes it. */
  revert: pullAction.query(({ ctx, input }) => draftRevert(ctx.project, input)),

  merge: pullAction.mutation(({ ctx, input }) => mergePullRequest(ctx.project, input)),
  close: pullAction.mutation(({ ctx, input }) => closePullRequest(ctx.project, input)),
});
