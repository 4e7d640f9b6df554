import type { Database } from "@docsteward/db/client";
import type { Clock } from "@docsteward/platform/clock";
import { recordAudit } from "../audit/record.ts";

const MAX_NAME = 100;

/** What better-auth does besides, whatever way somebody comes in. */
export function authHooks({ db, clock }: { db: Database; clock: Clock }) {
  const withoutTokens = async <T extends Record<string, unknown>>(account: T) => ({
    // Nothing is asked of a provider later on, so there is no reason to keep what opens it.
    data: { ...account, accessToken: null, refreshToken: null, idToken: null },
  });
  return {
    user: {
      create: {
        before: async <T extends { name: string; email: string }>(user: T) => ({
          data: { ...user, image: null, name: (user.name || user.email.split("@", 1)[0] || "").slice(0, MAX_NAME) },
        }),
      },
    },
    account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
    session: { create: { after: (session: { userId: string }) => recordOwner({ db, clock }, session) } },
  };
}

/** An owner who signs in is written down in each organization of theirs. */
async function recordOwner(
  { db, clock }: { db: Database; clock: Clock },
  { userId }: { userId: string },
): Promise<void> {
  const owned = await db.membership.findMany({ where: { userId, role: "owner" }, include: { user: true } });
  for (const { organizationId, user } of owned) {
    const actor = { kind: "user", userId, name: user.name, role: "owner" } as const;
    const details = { name: user.name };
    await recordAudit(db, {
      organizationId,
      actor,
      action: "owner.signed_in",
      targetId: userId,
      details,
      at: clock.now(),
    });
  }
}
