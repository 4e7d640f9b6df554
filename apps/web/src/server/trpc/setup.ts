import { completeSetup } from "@docsteward/services/setup/complete";
import { isSetupNeeded } from "@docsteward/services/setup/is-needed";
import { lookAtSetup } from "@docsteward/services/setup/look";
import { startSession } from "@docsteward/services/sign-in/start-session";
import { z } from "zod";
import { publicProcedure, router } from "./init.ts";
import { NewUserInput } from "./new-user-input.ts";

const Token = z.object({ token: z.string().max(200) });

export const setupRouter = router({
  isNeeded: publicProcedure.query(({ ctx }) => isSetupNeeded(ctx.services)),

  look: publicProcedure.input(Token).query(({ ctx, input }) => lookAtSetup(ctx.services, input)),

  /** Makes the first account and signs it in. */
  complete: publicProcedure
    .input(Token.extend({ user: NewUserInput, org: z.string().max(100).optional() }))
    .mutation(async ({ ctx, input }) => {
      const { userId, orgs } = await completeSetup(ctx.services, input);
      ctx.setCookies(await startSession(ctx.services, { userId, headers: ctx.headers }));
      return { orgs };
    }),
});
