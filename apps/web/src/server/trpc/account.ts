import { startProviderLink } from "@docsteward/services/sign-in/with-provider";
import {
  listAccounts,
  listSessions,
  revokeOtherSessions,
  revokeSession,
  unlinkAccount,
} from "@docsteward/services/user/account";
import { changePassword } from "@docsteward/services/user/password";
import { renameUser } from "@docsteward/services/user/users";
import { z } from "zod";
import { router, signedInProcedure } from "./init.ts";

const Password = z.string().max(1_000);

export const accountRouter = router({
  get: signedInProcedure.query(async ({ ctx: { services, me } }) => {
    const userId = me.user.id;
    const [sessions, accounts] = await Promise.all([
      listSessions(services, { userId, currentId: me.sessionId }),
      listAccounts(services, { userId }),
    ]);
    return { user: me.user, sessions, accounts };
  }),

  rename: signedInProcedure
    .input(z.object({ name: z.string().max(1_000) }))
    .mutation(({ ctx, input }) => renameUser(ctx.services, { userId: ctx.me.user.id, name: input.name })),

  changePassword: signedInProcedure
    .input(z.object({ current: Password, next: Password }))
    .mutation(({ ctx: { services, me }, input }) => changePassword(services, { me, ...input })),

  revokeSession: signedInProcedure
    .input(z.object({ id: z.string().max(100) }))
    .mutation(({ ctx, input: { id } }) => revokeSession(ctx.services, { userId: ctx.me.user.id, id })),

  /** Signs out every other browser. */
  revokeOthers: signedInProcedure.mutation(({ ctx: { services, me } }) =>
    revokeOtherSessions(services, { userId: me.user.id, keepId: me.sessionId }),
  ),

  /** Answers with the provider's page to go to. */
  link: signedInProcedure
    .input(z.object({ provider: z.string().max(100) }))
    .mutation(async ({ ctx: { services, headers, setCookies }, input: { provider } }) => {
      const { url, cookies } = await startProviderLink(services, { provider, headers });
      setCookies(cookies);
      return { url };
    }),

  unlink: signedInProcedure
    .input(z.object({ providerId: z.string().max(100) }))
    .mutation(({ ctx, input: { providerId } }) => unlinkAccount(ctx.services, { userId: ctx.me.user.id, providerId })),
});
