import { getThread, getTurn, ThreadId, TurnId } from "@docsteward/services/thread/get";
import { CountQuestions, countQuestions, ListThreads, listThreads } from "@docsteward/services/thread/list";
import { router, viewerProcedure } from "./init.ts";

const PAGE = 30;

export const threadRouter = router({
  list: viewerProcedure
    .input(ListThreads.omit({ limit: true }))
    .query(({ ctx, input }) => listThreads(ctx.project, { ...input, limit: PAGE })),

  get: viewerProcedure.input(ThreadId).query(({ ctx, input }) => getThread(ctx.project, input)),

  /** One answer with how it came about. */
  turn: viewerProcedure.input(TurnId).query(({ ctx, input }) => getTurn(ctx.project, input)),

  /** What was asked in the last days, and how it was answered. */
  counts: viewerProcedure.input(CountQuestions).query(({ ctx, input }) => countQuestions(ctx.project, input)),
});
