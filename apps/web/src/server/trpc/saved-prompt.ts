import {
  deleteSavedPrompt,
  listSavedPrompts,
  SavedPromptId,
  SavePrompt,
  savePrompt,
} from "@docsteward/services/saved-prompt";
import { memberProcedure, router, viewerProcedure } from "./init.ts";

/** Prompts that the project's people use again. */
export const savedPromptRouter = router({
  list: viewerProcedure.query(({ ctx }) => listSavedPrompts(ctx.project)),
  save: memberProcedure.input(SavePrompt).mutation(({ ctx, input }) => savePrompt(ctx.project, input)),
  delete: memberProcedure.input(SavedPromptId).mutation(({ ctx, input }) => deleteSavedPrompt(ctx.project, input)),
});
