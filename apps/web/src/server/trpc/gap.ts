import { recheckGap } from "@docsteward/services/gap/ask-again";
import { CreateGapJob, createGapJob, draftGapJob } from "@docsteward/services/gap/create-job";
import { GapId, getGap, ListGaps, listGaps, SetGapState, setGapState } from "@docsteward/services/gap/gap";
import { DismissGaps, dismissGaps, MergeGaps, mergeGaps } from "@docsteward/services/gap/many";
import { memberProcedure, router, viewerProcedure } from "./init.ts";

const PAGE = 25;

export const gapRouter = router({
  list: viewerProcedure
    .input(ListGaps.omit({ limit: true }))
    .query(({ ctx, input }) => listGaps(ctx.project, { ...input, limit: PAGE })),

  get: viewerProcedure.input(GapId).query(({ ctx, input }) => getGap(ctx.project, input)),

  /** The prompt that a job of it would begin with. */
  draft: viewerProcedure.input(GapId).query(({ ctx, input }) => draftGapJob(ctx.project, input)),

  createJob: memberProcedure
    .input(CreateGapJob.required({ prompt: true }))
    .mutation(({ ctx, input }) => createGapJob(ctx.project, input)),

  dismissMany: memberProcedure.input(DismissGaps).mutation(({ ctx, input }) => dismissGaps(ctx.project, input)),

  /** Makes one gap of several that ask the same. */
  merge: memberProcedure.input(MergeGaps).mutation(({ ctx, input }) => mergeGaps(ctx.project, input)),

  setState: memberProcedure.input(SetGapState).mutation(({ ctx, input }) => setGapState(ctx.project, input)),

  askAgain: memberProcedure
    .input(GapId)
    .mutation(({ ctx, input, signal }) =>
      recheckGap(ctx.project, { ...input, signal: signal ?? new AbortController().signal }),
    ),
});
