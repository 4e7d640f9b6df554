import { AppError } from "@docsteward/contract/error";
import { LinkToken, NewPassword } from "@docsteward/contract/input-schema";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { inTransaction, type PersonContext, type SystemContext } from "../context.ts";
import { createLink, findLink, redeemLink } from "../sign-in/link.ts";
import { countPasswordCheck } from "../sign-in/with-password.ts";
import { revokeSessions } from "./account.ts";

/** Input of `changePassword`, from a person's account page. */
export type ChangePassword = z.infer<typeof ChangePassword>;
/** Input of `changePassword`. */
export const ChangePassword = z.object({
  /** Not needed by a person who has only signed in through a provider. */
  current: z.string().max(1_000),
  next: NewPassword,
});

/**
 * Gives a person another password and signs their other browsers out.
 *
 * @param input.sessionId the session that stays
 * @throws AppError `conflict` when the current one is wrong, `rate_limited` after too many tries
 */
export async function changePassword(
  ctx: PersonContext,
  { sessionId, current, next }: ChangePassword & { sessionId: string },
): Promise<void> {
  const { userId } = ctx.actor;
  const { password } = await (await ctx.auth()).$context;
  const account = await ctx.db.userAccount.findFirst({ where: { userId, providerId: "credential" } });
  if (account?.password) {
    const giveBack = await countPasswordCheck(ctx, { sessionId });
    if (!(await password.verify({ hash: account.password, password: current }))) {
      throw new AppError("conflict", "The current password is wrong. Nothing was changed.");
    }
    await giveBack();
  }
  const hash = await password.hash(next);
  await inTransaction(ctx, async (within) => {
    await storePassword(within, { userId, hash });
    await revokeSessions(within, { userId, keepId: sessionId });
  });
}

/** Input of `setPasswordByLink`: the token of a reset link and the new password. */
export type SetPasswordByLink = z.infer<typeof SetPasswordByLink>;
/** Input of `setPasswordByLink`: the token of the link and the new password. */
export const SetPasswordByLink = z.object({ token: LinkToken, password: NewPassword });

/**
 * Sets the password of the person that a link was made for, and signs them out everywhere.
 *
 * @throws AppError `not_found` when the link was used or is too old
 */
export async function setPasswordByLink(
  ctx: SystemContext,
  { token, password }: SetPasswordByLink,
): Promise<{ userId: string }> {
  // Anybody may call this: a password is hashed only for callers with the link.
  if (!(await findLink(ctx, { purpose: "password", token }))) throw ended();
  const hash = await (await ctx.auth()).$context.then((context) => context.password.hash(password));
  return inTransaction(ctx, async (within) => {
    const link = await redeemLink(within, { purpose: "password", token });
    if (!link?.userId) throw ended();
    await storePassword(within, { userId: link.userId, hash });
    await revokeSessions(within, { userId: link.userId });
    return { userId: link.userId };
  });
}

function ended(): AppError {
  return new AppError("not_found", "This link is no longer valid. Ask the operator for a new one.");
}

const LIFETIME_MS = 86_400_000;

/**
 * Makes a link with which a person sets a new password, for an operator to pass on. It works once, for a day.
 *
 * @throws AppError `not_found` when no user has the address
 */
export async function createPasswordLink(ctx: SystemContext, { email }: { email: string }): Promise<string> {
  const user = await ctx.db.user.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!user) throw new AppError("not_found", `No account has the email address ${email}.`);
  const token = await createLink(ctx, { purpose: "password", userId: user.id, lifetimeMs: LIFETIME_MS });
  return `${ctx.baseUrl}/sign-in/password?token=${token}`;
}

/** Makes a hash the password of a person, whether they had one or not. */
async function storePassword({ db }: SystemContext, { userId, hash }: { userId: string; hash: string }): Promise<void> {
  const account = { providerId: "credential", accountId: userId };
  await db.userAccount.upsert({
    where: { providerId_accountId: account },
    create: { id: newId("acc"), userId, ...account, password: hash },
    update: { password: hash },
  });
}
