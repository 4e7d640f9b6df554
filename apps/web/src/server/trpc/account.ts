import {
  AcceptInvitation,
  AcceptInvitationAsNew,
  acceptInvitation,
  PreviewInvitation,
  previewInvitation,
} from "@docsteward/services/invitation";
import { sendTestNotification, TestNotification } from "@docsteward/services/notification/send-test";
import {
  getNotificationSettings,
  readUnsubscribeToken,
  SaveNotificationSettings,
  saveNotificationSettings,
  UnsubscribeToken,
} from "@docsteward/services/notification/settings";
import { CompleteSetup, completeSetup, isSetupNeeded, PreviewSetup, previewSetup } from "@docsteward/services/setup";
import { signOut, startSession } from "@docsteward/services/sign-in/session";
import { SignInWithPassword, signInWithPassword } from "@docsteward/services/sign-in/with-password";
import {
  listProviders,
  StartProviderLink,
  StartProviderSignIn,
  startProviderLink,
  startProviderSignIn,
} from "@docsteward/services/sign-in/with-provider";
import {
  listAccounts,
  listSessions,
  RevokeSession,
  revokeOtherSessions,
  revokeSession,
  UnlinkAccount,
  unlinkAccount,
} from "@docsteward/services/user/account";
import {
  ChangePassword,
  changePassword,
  isPasswordLink,
  RenameUser,
  renameUser,
  SetPasswordByLink,
  setPasswordByLink,
} from "@docsteward/services/user/users";
import { safeRedirectPath } from "../safe-redirect.ts";
import { publicProcedure, router, signedInProcedure } from "./init.ts";

export const accountRouter = router({
  get: signedInProcedure.query(async ({ ctx: { services, me } }) => {
    const [sessions, accounts] = await Promise.all([
      listSessions(services, { currentId: me.sessionId }),
      listAccounts(services),
    ]);
    return { user: me.user, sessions, accounts };
  }),

  rename: signedInProcedure.input(RenameUser).mutation(({ ctx, input }) => renameUser(ctx.services, input)),

  changePassword: signedInProcedure
    .input(ChangePassword)
    .mutation(({ ctx: { services, me }, input }) => changePassword(services, { ...input, sessionId: me.sessionId })),

  revokeSession: signedInProcedure
    .input(RevokeSession)
    .mutation(({ ctx, input }) => revokeSession(ctx.services, input)),

  /** Signs out every other browser. */
  revokeOthers: signedInProcedure.mutation(({ ctx: { services, me } }) =>
    revokeOtherSessions(services, { keepId: me.sessionId }),
  ),

  /** Answers with the provider's page to go to. */
  link: signedInProcedure
    .input(StartProviderLink)
    .mutation(async ({ ctx: { services, headers, setCookies }, input: { provider } }) => {
      const { url, cookies } = await startProviderLink(services, { provider, headers });
      setCookies(cookies);
      return { url };
    }),

  unlink: signedInProcedure.input(UnlinkAccount).mutation(({ ctx, input }) => unlinkAccount(ctx.services, input)),
});

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

  /** Whether a link of the operator's still sets a password. */
  isPasswordLink: publicProcedure
    .input(SetPasswordByLink.pick({ token: true }))
    .query(({ ctx, input }) => isPasswordLink(ctx.services, input)),

  /** Sets the password that a link of the operator's is for, and signs in. */
  setPassword: publicProcedure.input(SetPasswordByLink).mutation(async ({ ctx, input }) => {
    const { userId } = await setPasswordByLink(ctx.services, input);
    ctx.setCookies(await startSession(ctx.services, { userId, headers: ctx.headers }));
  }),

  signOut: publicProcedure.mutation(async ({ ctx }) => {
    ctx.setCookies(await signOut(ctx.services, { headers: ctx.headers }));
  }),
});

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

/** What a person wants to be notified of. */
export const notificationRouter = router({
  get: signedInProcedure.query(({ ctx }) => getNotificationSettings(ctx.services)),

  save: signedInProcedure
    .input(SaveNotificationSettings)
    .mutation(({ ctx, input }) => saveNotificationSettings(ctx.services, input)),

  test: signedInProcedure
    .input(TestNotification)
    .mutation(({ ctx, input }) => sendTestNotification(ctx.services, input)),

  /** What the link of a mail would switch off. */
  previewUnsubscribe: publicProcedure
    .input(UnsubscribeToken)
    .query(({ ctx, input }) => ({ kinds: readUnsubscribeToken(ctx.services, input).kinds })),
});
