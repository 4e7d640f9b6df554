import { AddSource, ChangeSource, SourceName } from "@docsteward/contract/source-operations";
import { addSource, changeSource, listSources, removeSource } from "@docsteward/services/source";
import { z } from "zod";
import { adminProcedure, router, viewerProcedure } from "./init.ts";

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
