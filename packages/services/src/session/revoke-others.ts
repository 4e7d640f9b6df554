import type { Transaction } from "@docsteward/db/client";

/** Signs a person out everywhere, or everywhere but here. @returns how many browsers */
export async function revokeOtherSessions(
  { db }: { db: Transaction },
  { userId, keepId }: { userId: string; keepId?: string },
): Promise<number> {
  const { count } = await db.userSession.deleteMany({
    where: { userId, ...(keepId !== undefined && { id: { not: keepId } }) },
  });
  return count;
}
