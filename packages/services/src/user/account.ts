import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import { z } from "zod";
import { inTransaction, type PersonContext, type SystemContext } from "../context.ts";

/** One way a person can sign in: `credential` is the password, everything else a provider. */
type AccountView = { providerId: string; createdAt: string };

/** The ways a person can sign in. */
export async function listAccounts({ db, actor }: PersonContext): Promise<AccountView[]> {
  const { userId } = actor;
  const accounts = await db.userAccount.findMany({
    where: { userId, OR: [{ providerId: { not: "credential" } }, { password: { not: null } }] },
    select: { providerId: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return accounts.map(({ providerId, createdAt }) => ({ providerId, createdAt: createdAt.toISOString() }));
}

/** Input of `unlinkAccount`: the sign-in provider to unlink from the person's account. */
export type UnlinkAccount = z.infer<typeof UnlinkAccount>;
/** Names the sign-in provider to unlink. */
export const UnlinkAccount = z.object({ providerId: Id });

/**
 * Takes a provider away from a person.
 *
 * @throws AppError `not_found` when it is not linked, `conflict` when it is the only way they can sign in
 */
export async function unlinkAccount(ctx: PersonContext, { providerId }: UnlinkAccount): Promise<void> {
  const { userId } = ctx.actor;
  await inTransaction(ctx, async ({ db }) => {
    await db.$queryRaw`SELECT id FROM "User" WHERE id = ${userId} FOR NO KEY UPDATE`;
    const accounts = await db.userAccount.findMany({ where: { userId } });
    if (providerId === "credential" || !accounts.some((account) => account.providerId === providerId)) {
      throw new AppError("not_found", "This sign-in method isn't linked to your account.");
    }
    if (!accounts.some((account) => account.providerId !== providerId)) {
      throw new AppError("conflict", "This is your only sign-in method. Set a password first.");
    }
    await db.userAccount.deleteMany({ where: { userId, providerId } });
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
  { db, clock, actor }: PersonContext,
  { currentId }: { currentId: string },
): Promise<SessionView[]> {
  const { userId } = actor;
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

/** Input of `revokeSession`: the id of one of the person's sessions. */
export type RevokeSession = z.infer<typeof RevokeSession>;
/** Names a session of the person. */
export const RevokeSession = z.object({ id: Id });

/** Signs one of a person's browsers out. @throws AppError `not_found` when it is none of theirs */
export async function revokeSession({ db, actor }: PersonContext, { id }: RevokeSession): Promise<void> {
  const { count } = await db.userSession.deleteMany({ where: { id, userId: actor.userId } });
  if (count === 0) throw new AppError("not_found", "Session not found. It may have ended already.");
}

/** Signs the person out everywhere but here. @returns how many browsers */
export function revokeOtherSessions(ctx: PersonContext, { keepId }: { keepId: string }): Promise<number> {
  return revokeSessions(ctx, { userId: ctx.actor.userId, keepId });
}

/** Signs a person out everywhere, or everywhere but here. @returns how many browsers */
export async function revokeSessions(
  { db }: SystemContext,
  { userId, keepId }: { userId: string; keepId?: string },
): Promise<number> {
  const { count } = await db.userSession.deleteMany({
    where: { userId, ...(keepId !== undefined && { id: { not: keepId } }) },
  });
  return count;
}
