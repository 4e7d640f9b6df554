import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { revokeOtherSessions } from "../session/revoke-others.ts";
import { countPasswordCheck } from "../sign-in/count-attempt.ts";
import type { SignedIn } from "../sign-in/find-session.ts";
import { requirePassword } from "../sign-in/require-password.ts";
import { storePassword } from "./store-password.ts";

export type ChangePasswordInput = {
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
