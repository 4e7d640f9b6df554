import { AddSource, ChangeSource, SourceName } from "@docsteward/contract/source-operations";
import { requestIndex } from "@docsteward/services/site/index-request";
import { countPassages, followIndexState, getIndexState } from "@docsteward/services/site/index-state";
import { getInventoryPage, ListPages, listInventory, PagePath } from "@docsteward/services/site/inventory";
import { suggestFolders } from "@docsteward/services/site/suggest-folders";
import { addSource, changeSource, listSources, removeSource } from "@docsteward/services/source";
import { z } from "zod";
import { adminProcedure, memberProcedure, router, viewerProcedure } from "./init.ts";

/** The pages that the assistant answers from. */
export const siteIndexRouter = router({
  get: viewerProcedure.query(({ ctx }) => getIndexState(ctx.project)),

  /** What is in the version that answers. */
  contents: viewerProcedure.query(({ ctx }) => countPassages(ctx.project)),

  /** Folders with pages, for a project whose own has none. */
  folders: viewerProcedure.query(({ ctx }) => suggestFolders(ctx.project)),

  /** Each state of a run, ending with the idle state. */
  follow: viewerProcedure.subscription(async function* ({ ctx, signal }) {
    yield* followIndexState(ctx.project, { signal: signal ?? new AbortController().signal });
  }),

  request: memberProcedure.mutation(({ ctx }) => requestIndex(ctx.project)),
});

/** The pages of the site, each with its use. */
export const pageRouter = router({
  list: viewerProcedure.input(ListPages).query(({ ctx, input }) => listInventory(ctx.project, input)),

  get: viewerProcedure.input(PagePath).query(({ ctx, input }) => getInventoryPage(ctx.project, input)),
});

/** Repositories that the agent reads beside the docs. */
export const sourceRouter = router({
  list: viewerProcedure.query(async ({ ctx }) => (await listSources(ctx.project)).sources),

  add: adminProcedure.input(AddSource).mutation(({ ctx, input }) => addSource(ctx.project, input)),

  change: adminProcedure
    .input(z.object({ source: SourceName, change: ChangeSource }))
    .mutation(({ ctx, input }) => changeSource(ctx.project, { name: input.source, change: input.change })),

  remove: adminProcedure
    .input(z.object({ source: SourceName }))
    .mutation(({ ctx, input }) => removeSource(ctx.project, { name: input.source })),
});
