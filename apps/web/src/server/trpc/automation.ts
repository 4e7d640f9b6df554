import { Id } from "@docsteward/contract/input-schema";
import { listAutomationRuns, listAutomations } from "@docsteward/services/automation/automation";
import { pauseAutomation } from "@docsteward/services/automation/define";
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

  run: memberProcedure.input(AutomationInput).mutation(({ ctx, input }) => runAutomation(ctx.project, input)),

  pause: adminProcedure
    .input(AutomationInput.extend({ isPaused: z.boolean() }))
    .mutation(({ ctx, input }) => pauseAutomation(ctx.project, input)),
});
