import type { Transaction } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";

/** Makes a hash the password of a person, whether they had one or not. */
export async function storePassword(
  tx: Transaction,
  { userId, hash }: { userId: string; hash: string },
): Promise<void> {
  const account = { providerId: "credential", accountId: userId };
  await tx.userAccount.upsert({
    where: { providerId_accountId: account },
    create: { id: newId("acc"), userId, ...account, password: hash },
    update: { password: hash },
  });
}
