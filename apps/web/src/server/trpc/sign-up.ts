import {
  AcceptInvitation,
  AcceptInvitationAsNew,
  acceptInvitation,
  PreviewInvitation,
  previewInvitation,
} from "@docsteward/services/invitation";
import { CompleteSetup, completeSetup, isSetupNeeded, PreviewSetup, previewSetup } from "@docsteward/services/setup";
import { startSession } from "@docsteward/services/sign-in/session";
import { publicProcedure, router, signedInProcedure } from "./init.ts";

export const setupRouter = router({
  isNeeded: publicProcedure.query(({ ctx }) => isSetupNeeded(ctx.services)),

  look: publicProcedure.input(PreviewSetup).query(({ ctx, input }) => previewSetup(ctx.services, input)),

  /** Makes the first account and signs it in. */
  complete: publicProcedure.input(CompleteSetup).mutation(async ({ ctx, input }) => {
    const { userId, orgs } = await completeSetup(ctx.services, input);
    ctx.setCookies(await startSession(ctx.services, { userId, headers: ctx.headers }));
    return { orgs };
  }),
});

export const invitationRouter = router({
  look: publicProcedure.input(PreviewInvitation).query(({ ctx, input }) => previewInvitation(ctx.services, input)),

  accept: signedInProcedure
    .input(AcceptInvitation)
    .mutation(({ ctx, input: { token } }) => acceptInvitation(ctx.services, { token, by: { signedIn: ctx.me.user } })),

  /** Makes an account, lets it in, and signs it in. */
  acceptAsNew: publicProcedure.input(AcceptInvitationAsNew).mutation(async ({ ctx, input: { token, user } }) => {
    const { userId, org } = await acceptInvitation(ctx.services, { token, by: { newUser: user } });
    ctx.setCookies(await startSession(ctx.services, { userId, headers: ctx.headers }));
    return { org };
  }),
});
