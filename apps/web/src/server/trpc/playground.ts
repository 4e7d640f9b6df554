import { createPlaygroundKey, getPlayground, searchPages } from "@docsteward/services/playground";
import { CompareModels, compareModels } from "@docsteward/services/thread/compare";
import { findThreadByPublicId, PublicThreadId } from "@docsteward/services/thread/get";
import { ListThreads, listThreads } from "@docsteward/services/thread/list";
import { playgroundReader } from "@docsteward/services/thread/reader";
import { z } from "zod";
import { memberProcedure, router, viewerProcedure } from "./init.ts";

const THREADS = 30;

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

  /** Asks two of the project's models the same. */
  compare: memberProcedure
    .input(CompareModels)
    .mutation(({ ctx, input, signal }) =>
      compareModels(ctx.project, { ...input, signal: signal ?? new AbortController().signal }),
    ),

  createKey: memberProcedure.mutation(({ ctx }) => createPlaygroundKey(ctx.project)),
});
