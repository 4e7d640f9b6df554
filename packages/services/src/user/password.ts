import { AppError } from "@docsteward/contract/error";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { Services } from "../context.ts";
import { createLink, findLink, redeemLink } from "../sign-in/link.ts";
import type { SignedIn } from "../sign-in/session.ts";
import { countPasswordCheck, requirePassword } from "../sign-in/with-password.ts";
import { revokeOtherSessions } from "./account.ts";

type ChangePasswordInput = {
  me: SignedIn;
  /** Not needed by a person who has only signed in through a provider. */
  current: string;
  next: string;
};

/**
 * Gives a person another password and signs their other browsers out.
 *
 * @throws AppError `invalid_request` when the new one is too short, `conflict` when the current one is wrong, `rate_limited` after too
 *   many tries
 */
export async function changePassword(services: Services, { me, current, next }: ChangePasswordInput): Promise<void> {
  requirePassword(next);
  const { db } = services;
  const userId = me.user.id;
  const { password } = await (await services.auth()).$context;
  const account = await db.userAccount.findFirst({ where: { userId, providerId: "credential" } });
  if (account?.password) {
    const giveBack = await countPasswordCheck(services, { sessionId: me.sessionId });
    if (!(await password.verify({ hash: account.password, password: current }))) {
      throw new AppError("conflict", "The current password is wrong. Nothing was changed.");
    }
    await giveBack();
  }
  const hash = await password.hash(next);
  await withTransaction(db, async (tx) => {
    await storePassword(tx, { userId, hash });
    await revokeOtherSessions({ db: tx }, { userId, keepId: me.sessionId });
  });
}

/**
 * Sets the password of the person that a link was made for, and signs them out everywhere.
 *
 * @throws AppError `invalid_request` when the password is too short, `not_found` when the link was used or is too old
 */
export async function setPasswordByLink(
  services: Services,
  { token, password }: { token: string; password: string },
): Promise<{ userId: string }> {
  requirePassword(password);
  // Anybody may ask: a password is hashed for none but whoever has the link.
  if (!(await findLink(services.db, services, { purpose: "password", token }))) throw ended();
  const hash = await (await services.auth()).$context.then((context) => context.password.hash(password));
  return withTransaction(services.db, async (tx) => {
    const link = await redeemLink(tx, services, { purpose: "password", token });
    if (!link?.userId) throw ended();
    await storePassword(tx, { userId: link.userId, hash });
    await revokeOtherSessions({ db: tx }, { userId: link.userId });
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
 * @throws AppError `not_found` when nobody has the address
 */
export async function createPasswordLink(services: Services, { email }: { email: string }): Promise<string> {
  const { db, baseUrl } = services;
  const user = await db.user.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!user) throw new AppError("not_found", `No account has the email address ${email}.`);
  const token = await createLink(db, services, { purpose: "password", userId: user.id, lifetimeMs: LIFETIME_MS });
  return `${baseUrl}/sign-in/password?token=${token}`;
}

/** Makes a hash the password of a person, whether they had one or not. */
async function storePassword(tx: Transaction, { userId, hash }: { userId: string; hash: string }): Promise<void> {
  const account = { providerId: "credential", accountId: userId };
  await tx.userAccount.upsert({
    where: { providerId_accountId: account },
    create: { id: newId("acc"), userId, ...account, password: hash },
    update: { password: hash },
  });
}
