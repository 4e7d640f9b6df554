import type { Services } from "../context.ts";

const DAY_MS = 86_400_000;
const INVITATION_DAYS = 90;

/**
 * Deletes sessions, sign-ins under way and links whose time is over, invitations that nobody can accept any more, and the names at
 * GitHub of people who have no account here.
 */
export async function deleteOldSignIns({ db, clock }: Services): Promise<void> {
  const now = clock.now();
  const isOver = { expiresAt: { lt: now } };
  await db.userSession.deleteMany({ where: isOver });
  await db.signInVerification.deleteMany({ where: isOver });
  await db.signInLink.deleteMany({ where: isOver });
  const longAgo = new Date(now.getTime() - INVITATION_DAYS * DAY_MS);
  await db.invitation.deleteMany({ where: { expiresAt: { lt: longAgo } } });
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await db.$executeRaw`
    DELETE FROM "GitHubPerson" person WHERE person."seenAt" < ${dayAgo}::timestamptz AND NOT EXISTS (
      SELECT 1 FROM "UserAccount" account WHERE account."providerId" = 'github' AND account."accountId" = person.id
    )`;
}
