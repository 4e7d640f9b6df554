import type { Transaction } from "@docsteward/db/client";

/** Whether nobody has an account yet. */
export async function isSetupNeeded({ db }: { db: Transaction }): Promise<boolean> {
  return (await db.user.findFirst({ select: { id: true } })) === null;
}
