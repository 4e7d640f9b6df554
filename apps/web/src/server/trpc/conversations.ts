import { recheckGap } from "@docsteward/services/gap/ask-again";
import { CreateGapJob, createGapJob, DraftGapJob, draftGapJob } from "@docsteward/services/gap/create-job";
import {
  countOpenGaps,
  GapId,
  getGap,
  ListGaps,
  listGaps,
  SetGapOwner,
  SetGapState,
  setGapOwner,
  setGapState,
} from "@docsteward/services/gap/gap";
import { DismissGaps, dismissGaps, MergeGaps, mergeGaps } from "@docsteward/services/gap/many";
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
import { listModelNames } from "@docsteward/services/model-provider/settings";
import { createPlaygroundKey, getPlayground, searchPages } from "@docsteward/services/playground";
import { findPreviousIndex } from "@docsteward/services/site/previous";
import { CompareAnswers, compareAnswers } from "@docsteward/services/thread/compare";
import {
  findThreadByPublicId,
  getThread,
  getTurn,
  PublicThreadId,
  ThreadId,
  TurnId,
} from "@docsteward/services/thread/get";
import { CountQuestions, countQuestions, ListThreads, listThreads } from "@docsteward/services/thread/list";
import { playgroundReader } from "@docsteward/services/thread/reader";
import { z } from "zod";
import { adminProcedure, memberProcedure, ownerProcedure, router, toPlain, viewerProcedure } from "./init.ts";

const THREADS = 30;
const GAPS = 25;

export const threadRouter = router({
  list: viewerProcedure
    .input(ListThreads.omit({ limit: true }))
    .query(({ ctx, input }) => listThreads(ctx.project, { ...input, limit: THREADS })),

  get: viewerProcedure.input(ThreadId).query(({ ctx, input }) => getThread(ctx.project, input)),

  /** One answer with how it came about. */
  turn: viewerProcedure.input(TurnId).query(({ ctx, input }) => getTurn(ctx.project, input)),

  /** What was asked in the last days, and how it was answered. */
  counts: viewerProcedure.input(CountQuestions).query(({ ctx, input }) => countQuestions(ctx.project, input)),
});

export const gapRouter = router({
  list: viewerProcedure
    .input(ListGaps.omit({ limit: true }))
    .query(({ ctx, input }) => listGaps(ctx.project, { ...input, limit: GAPS })),

  get: viewerProcedure.input(GapId).query(({ ctx, input }) => getGap(ctx.project, input)),

  /** How many are open. */
  count: viewerProcedure.query(({ ctx }) => countOpenGaps(ctx.project)),

  /** The prompt that a job of it would begin with. */
  draft: viewerProcedure.input(DraftGapJob).query(({ ctx, input }) => draftGapJob(ctx.project, input)),

  createJob: memberProcedure
    .input(CreateGapJob.required({ prompt: true }))
    .mutation(({ ctx, input }) => createGapJob(ctx.project, input)),

  dismissMany: memberProcedure.input(DismissGaps).mutation(({ ctx, input }) => dismissGaps(ctx.project, input)),

  /** Makes one gap of several that ask the same. */
  merge: memberProcedure.input(MergeGaps).mutation(({ ctx, input }) => mergeGaps(ctx.project, input)),

  setOwner: memberProcedure.input(SetGapOwner).mutation(({ ctx, input }) => setGapOwner(ctx.project, input)),

  setState: memberProcedure.input(SetGapState).mutation(({ ctx, input }) => setGapState(ctx.project, input)),

  askAgain: memberProcedure
    .input(GapId)
    .mutation(({ ctx, input, signal }) =>
      recheckGap(ctx.project, { ...input, signal: signal ?? new AbortController().signal }),
    ),
});

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

export const playgroundRouter = router({
  get: viewerProcedure.query(({ ctx }) => getPlayground(ctx.project)),

  /** Pages to stand on. */
  pages: viewerProcedure
    .input(z.object({ search: z.string().max(200) }))
    .query(({ ctx, input }) => searchPages(ctx.project, { search: input.search })),

  /** What this person asked here before, the newest first. */
  threads: viewerProcedure
    .input(ListThreads.pick({ cursor: true }))
    .query(({ ctx, input: { cursor } }) =>
      listThreads(ctx.project, { fp: playgroundReader(ctx.project.actor), limit: THREADS, cursor }),
    ),

  /** A conversation of this person; null while nothing has been said in it. */
  thread: viewerProcedure
    .input(PublicThreadId)
    .query(({ ctx, input }) =>
      findThreadByPublicId(ctx.project, { fp: playgroundReader(ctx.project.actor), threadId: input.threadId }),
    ),

  /** What answers can be compared of. */
  compareOptions: viewerProcedure.query(async ({ ctx }) => {
    const [{ names }, previous] = await Promise.all([listModelNames(ctx.project), findPreviousIndex(ctx.project)]);
    return { models: names, previous };
  }),

  /** Answers a question twice: by two models, or from two versions of the pages. */
  compare: memberProcedure
    .input(CompareAnswers)
    .mutation(({ ctx, input, signal }) =>
      compareAnswers(ctx.project, { ...input, signal: signal ?? new AbortController().signal }),
    ),

  createKey: memberProcedure.mutation(({ ctx }) => createPlaygroundKey(ctx.project)),
});
