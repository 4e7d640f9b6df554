import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";
import { findLink } from "../link/find.ts";
import { takeLink } from "../link/take.ts";
import { revokeOtherSessions } from "../session/revoke-others.ts";
import { requirePassword } from "../sign-in/require-password.ts";
import { storePassword } from "./store-password.ts";

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
    const link = await takeLink(tx, services, { purpose: "password", token });
    if (!link?.userId) throw ended();
    await storePassword(tx, { userId: link.userId, hash });
    await revokeOtherSessions({ db: tx }, { userId: link.userId });
    return { userId: link.userId };
  });
}

function ended(): AppError {
  return new AppError("not_found", "This link is no longer valid. Ask the operator for a new one.");
}
