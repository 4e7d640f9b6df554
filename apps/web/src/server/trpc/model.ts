import { ModelOwner, SetModelProvider } from "@docsteward/services/model-provider/input";
import {
  clearModelProvider,
  getModelProviders,
  setModelProvider,
  testInstalledModels,
  testModelProvider,
} from "@docsteward/services/model-provider/providers";
import { adminProcedure, router, viewerProcedure } from "./init.ts";
import { toPlain } from "./to-plain.ts";

/** The models that the project and its organization have for themselves. No answer holds a key. */
export const modelRouter = router({
  get: viewerProcedure.query(async ({ ctx }) => toPlain(await getModelProviders(ctx.project))),

  set: adminProcedure
    .input(SetModelProvider)
    .mutation(async ({ ctx, input }) => toPlain(await setModelProvider(ctx.project, input))),

  clear: adminProcedure.input(ModelOwner).mutation(({ ctx, input }) => clearModelProvider(ctx.project, input)),

  /** Makes one small call a model, with what is in the form. */
  try: adminProcedure.input(SetModelProvider).mutation(({ ctx, input }) => testModelProvider(ctx.project, input)),

  /** The same with the installation's own models. */
  tryInstalled: adminProcedure.mutation(({ ctx }) => testInstalledModels(ctx.project)),
});
