import {
  clearModelProvider,
  getModelProviders,
  setModelProvider,
  testModelProvider,
} from "@docsteward/services/model-provider/providers";
import { z } from "zod";
import { adminProcedure, router, viewerProcedure } from "./init.ts";
import { toPlain } from "./to-plain.ts";

const Owner = z.object({ owner: z.enum(["project", "organization"]) });
const Provider = Owner.extend({
  provider: z.enum(["anthropic", "openai-compatible"]),
  baseUrl: z.string().max(3_000).nullish(),
  modelId: z.string().max(300),
  opusModelId: z.string().max(300).nullish(),
  apiKey: z.string().max(2_000).nullish(),
});

/** The models that the project and its organization have for themselves. No answer holds a key. */
export const modelRouter = router({
  get: viewerProcedure.query(async ({ ctx }) => toPlain(await getModelProviders(ctx.site))),

  set: adminProcedure
    .input(Provider)
    .mutation(async ({ ctx, input: { org: _, domain: __, ...provider } }) =>
      toPlain(await setModelProvider(ctx.site, provider)),
    ),

  clear: adminProcedure.input(Owner).mutation(({ ctx, input: { owner } }) => clearModelProvider(ctx.site, { owner })),

  /** Makes one small call a model, with what is in the form. */
  try: adminProcedure
    .input(Provider)
    .mutation(({ ctx, input: { org: _, domain: __, ...provider } }) => testModelProvider(ctx.site, provider)),
});
