import { AutomationDefinition } from "@docsteward/contract/automation";
import { Id } from "@docsteward/contract/input-schema";
import { getAutomation, listAutomationRuns, listAutomations } from "@docsteward/services/automation/automation";
import {
  changeAutomation,
  createAutomation,
  pauseAutomation,
  removeAutomation,
  rotateAutomationSecret,
} from "@docsteward/services/automation/define";
import { getFileState, requestFileChange } from "@docsteward/services/automation/file-change";
import { listAutomationChoices, previewAutomation } from "@docsteward/services/automation/preview";
import { runAutomation } from "@docsteward/services/automation/trigger";
import { z } from "zod";
import { adminProcedure, memberProcedure, router, viewerProcedure } from "./init.ts";

const AutomationInput = z.object({ automationId: Id });
/** Runs of an automation that the dashboard shows. */
const SHOWN = 20;

/** Rules that start jobs by themselves. */
export const automationRouter = router({
  list: viewerProcedure.query(({ ctx }) => listAutomations(ctx.project)),

  runs: viewerProcedure
    .input(AutomationInput)
    .query(async ({ ctx, input }) => (await listAutomationRuns(ctx.project, { ...input, limit: SHOWN })).runs),

  get: viewerProcedure.input(AutomationInput).query(({ ctx, input }) => getAutomation(ctx.project, input)),

  /** What the form offers, and whether the project has a file. */
  choices: viewerProcedure.query(async ({ ctx }) => ({
    ...(await listAutomationChoices(ctx.project)),
    hasFile: (await getFileState(ctx.project)).hasFile,
  })),

  /** What a form that is being filled in would store. No query: a prompt may be longer than an address. */
  preview: viewerProcedure
    .input(z.object({ definition: z.record(z.string().max(100), z.unknown()) }))
    .mutation(({ ctx, input }) => previewAutomation(ctx.project, input.definition)),

  create: adminProcedure
    .input(z.object({ definition: AutomationDefinition }))
    .mutation(({ ctx, input }) => createAutomation(ctx.project, input.definition)),

  change: adminProcedure
    .input(AutomationInput.extend({ definition: AutomationDefinition }))
    .mutation(({ ctx, input }) => changeAutomation(ctx.project, input)),

  remove: adminProcedure.input(AutomationInput).mutation(({ ctx, input }) => removeAutomation(ctx.project, input)),

  /** The change of the file that is under way. */
  fileChange: viewerProcedure.query(async ({ ctx }) => (await getFileState(ctx.project)).change),

  /** Has the file changed by a pull request: an automation added (no name), changed, or removed (no definition). */
  proposeFile: adminProcedure
    .input(z.object({ name: Id.nullable(), definition: AutomationDefinition.nullable() }))
    .mutation(({ ctx, input }) => requestFileChange(ctx.project, input)),

  /** The answer has the secret, and nothing else ever has. */
  rotateSecret: adminProcedure
    .input(AutomationInput)
    .mutation(({ ctx, input }) => rotateAutomationSecret(ctx.project, input)),

  run: memberProcedure.input(AutomationInput).mutation(({ ctx, input }) => runAutomation(ctx.project, input)),

  pause: adminProcedure
    .input(AutomationInput.extend({ isPaused: z.boolean() }))
    .mutation(({ ctx, input }) => pauseAutomation(ctx.project, input)),
});
