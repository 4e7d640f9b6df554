import { AppError } from "@docsteward/contract/error";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";

/**
 * Takes a provider away from a person.
 *
 * @throws AppError `not_found` when it is not linked, `conflict` when it is the only way they can sign in
 */
export async function unlinkAccount(
  { db }: Services,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await tx.$queryRaw`SELECT id FROM "User" WHERE id = ${userId} FOR NO KEY UPDATE`;
    const accounts = await tx.userAccount.findMany({ where: { userId } });
    if (providerId === "credential" || !accounts.some((account) => account.providerId === providerId)) {
      throw new AppError("not_found", "This sign-in method isn't linked to your account.");
    }
    if (!accounts.some((account) => account.providerId !== providerId)) {
      throw new AppError("conflict", "This is your only sign-in method. Set a password first.");
    }
    await tx.userAccount.deleteMany({ where: { userId, providerId } });
  });
}
