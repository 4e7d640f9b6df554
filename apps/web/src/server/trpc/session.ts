import { signOut, startSession } from "@docsteward/services/sign-in/session";
import { SignInWithPassword, signInWithPassword } from "@docsteward/services/sign-in/with-password";
import { listProviders, StartProviderSignIn, startProviderSignIn } from "@docsteward/services/sign-in/with-provider";
import { SetPasswordByLink, setPasswordByLink } from "@docsteward/services/user/users";
import { safeRedirectPath } from "../safe-redirect.ts";
import { publicProcedure, router } from "./init.ts";

export const sessionRouter = router({
  /** The signed-in user; null without a session. */
  me: publicProcedure.query(async ({ ctx }) => (await ctx.signedIn())?.user ?? null),

  /** The ways to sign in besides a password. */
  providers: publicProcedure.query(({ ctx }) => listProviders(ctx.services)),

  /** Answers with the provider's page to go to. */
  startProvider: publicProcedure
    .input(StartProviderSignIn)
    .mutation(async ({ ctx: { services, headers, setCookies }, input }) => {
      const next = safeRedirectPath(input.next);
      const { url, cookies } = await startProviderSignIn(services, { ...input, next, headers });
      setCookies(cookies);
      return { url };
    }),

  signIn: publicProcedure.input(SignInWithPassword).mutation(async ({ ctx, input }) => {
    ctx.setCookies(await signInWithPassword(ctx.services, { ...input, headers: ctx.headers }));
  }),

  /** Sets the password that a link of the operator's is for, and signs in. */
  setPassword: publicProcedure.input(SetPasswordByLink).mutation(async ({ ctx, input }) => {
    const { userId } = await setPasswordByLink(ctx.services, input);
    ctx.setCookies(await startSession(ctx.services, { userId, headers: ctx.headers }));
  }),

  signOut: publicProcedure.mutation(async ({ ctx }) => {
    ctx.setCookies(await signOut(ctx.services, { headers: ctx.headers }));
  }),
});
