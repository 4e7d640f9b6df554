import { AppError } from "@docsteward/contract/error";
import type { Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Services } from "../context.ts";

/** One way a person can sign in: `credential` is the password, everything else a provider. */
type AccountView = { providerId: string; createdAt: string };

/** The ways a person can sign in. */
export async function listAccounts({ db }: Services, { userId }: { userId: string }): Promise<AccountView[]> {
  const accounts = await db.userAccount.findMany({
    where: { userId, OR: [{ providerId: { not: "credential" } }, { password: { not: null } }] },
    select: { providerId: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return accounts.map(({ providerId, createdAt }) => ({ providerId, createdAt: createdAt.toISOString() }));
}

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

type SessionView = {
  id: string;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
  address: string | null;
  userAgent: string | null;
  createdAt: string;
  /** When it was last made to last longer: within a day of its last use. */
  seenAt: string;
};

/** The browsers that a person is signed in with, newest first. */
export async function listSessions(
  { db, clock }: Services,
  { userId, currentId }: { userId: string; currentId: string },
): Promise<SessionView[]> {
  const sessions = await db.userSession.findMany({
    where: { userId, expiresAt: { gt: clock.now() } },
    orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
  });
  return sessions.map(({ id, ipAddress, userAgent, createdAt, updatedAt }) => ({
    id,
    isCurrent: id === currentId,
    address: ipAddress,
    userAgent,
    createdAt: createdAt.toISOString(),
    seenAt: updatedAt.toISOString(),
  }));
}

/** Signs one of a person's browsers out, at once. @throws AppError `not_found` when it is none of theirs */
export async function revokeSession({ db }: Services, { userId, id }: { userId: string; id: string }): Promise<void> {
  const { count } = await db.userSession.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError("not_found", "Session not found. It may have ended already.");
}

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
