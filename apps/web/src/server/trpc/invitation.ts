import { acceptInvitation } from "@docsteward/services/invitation/accept";
import { lookAtInvitation } from "@docsteward/services/invitation/look";
import { startSession } from "@docsteward/services/sign-in/start-session";
import { z } from "zod";
import { publicProcedure, router, signedInProcedure } from "./init.ts";
import { NewUserInput } from "./new-user-input.ts";

const Token = z.object({ token: z.string().max(200) });

export const invitationRouter = router({
  look: publicProcedure.input(Token).query(({ ctx, input }) => lookAtInvitation(ctx.services, input)),

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
