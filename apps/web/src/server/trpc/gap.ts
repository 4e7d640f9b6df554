import { Prompt } from "@docsteward/contract/job";
import { recheckGap } from "@docsteward/services/gap/ask-again";
import { createGapJob, draftGapJob } from "@docsteward/services/gap/create-job";
import { setGapState } from "@docsteward/services/gap/gap";
import { getGap } from "@docsteward/services/gap/get";
import { listGaps } from "@docsteward/services/gap/list";
import { z } from "zod";
import { memberProcedure, router, viewerProcedure } from "./init.ts";

const GapId = z.object({ id: z.string().max(100) });
const GapState = z.enum(["open", "dismissed", "done"]);
const gapAction = memberProcedure.input(GapId);
const PAGE = 25;

export const gapRouter = router({
  list: viewerProcedure
    .input(
      z.object({
        state: GapState.optional(),
        sort: z.enum(["asked", "newest"]).optional(),
        search: z.string().max(200).optional(),
        page: z.int().min(1).max(10_000).optional(),
      }),
    )
    .query(({ ctx, input: { state, sort, search, page } }) =>
      listGaps(ctx.site, { state, sort, search, page, limit: PAGE }),
    ),

  get: viewerProcedure.input(GapId).query(({ ctx, input }) => getGap(ctx.site, { id: input.id })),

  /** The prompt that a job of it would begin with. */
  draft: viewerProcedure.input(GapId).query(({ ctx, input }) => draftGapJob(ctx.site, { id: input.id })),

  createJob: gapAction
    .input(z.object({ prompt: Prompt, model: z.string().max(200).optional(), asDraft: z.boolean().optional() }))
    .mutation(({ ctx, input: { id, prompt, model, asDraft } }) =>
      createGapJob(ctx.site, { id, prompt, model, asDraft }),
    ),

  setState: gapAction
    .input(z.object({ state: GapState, note: z.string().max(1_000).optional() }))
    .mutation(({ ctx, input: { id, state, note } }) => setGapState(ctx.site, { id, state, note })),

  askAgain: gapAction.mutation(({ ctx, input, signal }) =>
    recheckGap(ctx.site, { id: input.id, signal: signal ?? new AbortController().signal }),
  ),
});
