import {
  AddGoldenQuestion,
  addGoldenFrom,
  addGoldenQuestion,
  GoldenQuestionId,
  GoldenSource,
  listGoldenQuestions,
  removeGoldenQuestion,
} from "@docsteward/services/golden/questions";
import { getGoldenState, releaseIndex, SetGoldenHold, setGoldenHold } from "@docsteward/services/golden/runs";
import { adminProcedure, memberProcedure, ownerProcedure, router, viewerProcedure } from "./init.ts";
import { toPlain } from "./to-plain.ts";

/** Questions that each version of the index is asked before it answers. */
export const goldenRouter = router({
  list: viewerProcedure.query(async ({ ctx }) => toPlain(await listGoldenQuestions(ctx.project))),

  state: viewerProcedure.query(({ ctx }) => getGoldenState(ctx.project)),

  add: memberProcedure
    .input(AddGoldenQuestion)
    .mutation(async ({ ctx, input }) => toPlain(await addGoldenQuestion(ctx.project, input))),

  addFrom: memberProcedure
    .input(GoldenSource)
    .mutation(async ({ ctx, input }) => toPlain(await addGoldenFrom(ctx.project, input))),

  remove: memberProcedure
    .input(GoldenQuestionId)
    .mutation(({ ctx, input }) => removeGoldenQuestion(ctx.project, input)),

  setHold: adminProcedure.input(SetGoldenHold).mutation(({ ctx, input }) => setGoldenHold(ctx.project, input)),

  release: ownerProcedure.mutation(({ ctx }) => releaseIndex(ctx.project)),
});
