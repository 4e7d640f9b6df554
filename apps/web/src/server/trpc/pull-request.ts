import { findLastChecks } from "@docsteward/services/job/events";
import {
  GetChangedPage,
  getChangedPage,
  getPullRequest,
  ListPullRequests,
  listPullRequests,
} from "@docsteward/services/pull-request/get";
import { closePullRequest, mergePullRequest } from "@docsteward/services/pull-request/merge";
import { PullRequestName } from "@docsteward/services/pull-request/pull-request";
import { z } from "zod";
import { renderDiffBounded } from "../pull-request/bounded-diff.ts";
import { renderPreviewBounded } from "../pull-request/bounded-preview.ts";
import { memberProcedure, router, viewerProcedure } from "./init.ts";

const pullProcedure = viewerProcedure.input(PullRequestName);
const pullAction = memberProcedure.input(PullRequestName);

export const pullRequestRouter = router({
  list: viewerProcedure.input(ListPullRequests).query(({ ctx, input }) => listPullRequests(ctx.project, input)),

  /** With its commits and the newest checks of the job that made it. */
  get: pullProcedure.query(async ({ ctx, input }) => {
    const { files, range: _, ...pull } = await getPullRequest(ctx.project, input);
    const checks = pull.jobId === null ? null : await findLastChecks(ctx.project, { id: pull.jobId });
    return { ...pull, fileCount: files.length, checks };
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

  merge: pullAction.mutation(({ ctx, input }) => mergePullRequest(ctx.project, input)),
  close: pullAction.mutation(({ ctx, input }) => closePullRequest(ctx.project, input)),
});
