import type { Services } from "../context.ts";

export type SessionView = {
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
