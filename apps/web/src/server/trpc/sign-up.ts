import { acceptInvitation, previewInvitation } from "@docsteward/services/invitation/accept";
import { completeSetup, isSetupNeeded, previewSetup } from "@docsteward/services/setup";
import { startSession } from "@docsteward/services/sign-in/session";
import { z } from "zod";
import { publicProcedure, router, signedInProcedure } from "./init.ts";

/** An account as it is entered; the verb says what is wrong with it. */
const NewUserInput = z.object({
  name: z.string().max(1_000),
  email: z.string().max(1_000),
  password: z.string().max(1_000),
});

const Token = z.object({ token: z.string().max(200) });

export const setupRouter = router({
  isNeeded: publicProcedure.query(({ ctx }) => isSetupNeeded(ctx.services)),

  look: publicProcedure.input(Token).query(({ ctx, input }) => previewSetup(ctx.services, input)),

  /** Makes the first account and signs it in. */
  complete: publicProcedure
    .input(Token.extend({ user: NewUserInput, org: z.string().max(100).optional() }))
    .mutation(async ({ ctx, input }) => {
      const { userId, orgs } = await completeSetup(ctx.services, input);
      ctx.setCookies(await startSession(ctx.services, { userId, headers: ctx.headers }));
      return { orgs };
    }),
});

export const invitationRouter = router({
  look: publicProcedure.input(Token).query(({ ctx, input }) => previewInvitation(ctx.services, input)),

  accept: signedInProcedure
    .input(Token)
    .mutation(({ ctx, input: { token } }) => acceptInvitation(ctx.services, { token, by: { signedIn: ctx.me.user } })),

  /** Makes an account, lets it in, and signs it in. */
  acceptAsNew: publicProcedure
    .input(Token.extend({ user: NewUserInput }))
    .mutation(async ({ ctx, input: { token, user } }) => {
      const { userId, org } = await acceptInvitation(ctx.services, { token, by: { newUser: user } });
      ctx.setCookies(await startSession(ctx.services, { userId, headers: ctx.headers }));
      return { org };
    }),
});
