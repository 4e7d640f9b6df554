import { StartProviderLink, startProviderLink } from "@docsteward/services/sign-in/with-provider";
import {
  listAccounts,
  listSessions,
  RevokeSession,
  revokeOtherSessions,
  revokeSession,
  UnlinkAccount,
  unlinkAccount,
} from "@docsteward/services/user/account";
import { ChangePassword, changePassword, RenameUser, renameUser } from "@docsteward/services/user/users";
import { router, signedInProcedure } from "./init.ts";

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
