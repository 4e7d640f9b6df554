import { PASSWORD_CHARACTERS } from "@docsteward/contract/password";
import { signOut, startSession } from "@docsteward/services/sign-in/session";
import { signInWithPassword } from "@docsteward/services/sign-in/with-password";
import { listProviders, startProviderSignIn } from "@docsteward/services/sign-in/with-provider";
import { setPasswordByLink } from "@docsteward/services/user/password";
import { z } from "zod";
import { safeRedirectPath } from "../safe-redirect.ts";
import { publicProcedure, router } from "./init.ts";

export const sessionRouter = router({
  /** Who is signed in; null for nobody. */
  me: publicProcedure.query(async ({ ctx }) => (await ctx.signedIn())?.user ?? null),

  /** The ways to sign in besides a password. */
  providers: publicProcedure.query(({ ctx }) => listProviders(ctx.services)),

  /** Answers with the provider's page to go to. */
  startProvider: publicProcedure
    .input(
      z.object({
        provider: z.string().max(100),
        next: z.string().max(2_000).optional(),
        invitationToken: z.string().max(200).optional(),
      }),
    )
    .mutation(async ({ ctx: { services, headers, setCookies }, input }) => {
      const next = safeRedirectPath(input.next);
      const { url, cookies } = await startProviderSignIn(services, { ...input, next, headers });
      setCookies(cookies);
      return { url };
    }),

  signIn: publicProcedure
    .input(z.object({ email: z.string().max(254), password: z.string().max(PASSWORD_CHARACTERS.max) }))
    .mutation(async ({ ctx, input }) => {
      ctx.setCookies(await signInWithPassword(ctx.services, { ...input, headers: ctx.headers }));
    }),

  /** Sets the password that a link of the operator's is for, and signs in. */
  setPassword: publicProcedure
    .input(z.object({ token: z.string().max(200), password: z.string().max(1_000) }))
    .mutation(async ({ ctx, input }) => {
      const { userId } = await setPasswordByLink(ctx.services, input);
      ctx.setCookies(await startSession(ctx.services, { userId, headers: ctx.headers }));
    }),

  signOut: publicProcedure.mutation(async ({ ctx }) => {
    ctx.setCookies(await signOut(ctx.services, { headers: ctx.headers }));
  }),
});
