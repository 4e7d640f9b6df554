import { closePullRequest } from "@docsteward/services/pull-request/close";
import { getPullRequest } from "@docsteward/services/pull-request/get";
import { listPullRequests } from "@docsteward/services/pull-request/list";
import { mergePullRequest } from "@docsteward/services/pull-request/merge";
import { z } from "zod";
import { renderDiff } from "../diff/render-diff.ts";
import { projectProcedure, router } from "./init.ts";

const pullProcedure = projectProcedure.input(z.object({ number: z.int().min(1).max(2_147_483_647) }));

export const pullRequestRouter = router({
  list: projectProcedure.query(({ ctx }) => listPullRequests(ctx.site)),

  /** With its difference highlighted. */
  get: pullProcedure.query(async ({ ctx, input }) => {
    const { files, ...pull } = await getPullRequest(ctx.site, { number: input.number });
    return { ...pull, diff: await renderDiff(files) };
  }),

  merge: pullProcedure.mutation(({ ctx, input }) => mergePullRequest(ctx.site, { number: input.number })),
  close: pullProcedure.mutation(({ ctx, input }) => closePullRequest(ctx.site, { number: input.number })),
});
