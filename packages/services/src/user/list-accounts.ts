import type { Services } from "../context.ts";

/** One way a person can sign in: `credential` is the password, everything else a provider. */
export type AccountView = { providerId: string; createdAt: string };

/** The ways a person can sign in. */
export async function listAccounts({ db }: Services, { userId }: { userId: string }): Promise<AccountView[]> {
  const accounts = await db.userAccount.findMany({
    where: { userId, OR: [{ providerId: { not: "credential" } }, { password: { not: null } }] },
    select: { providerId: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return accounts.map(({ providerId, createdAt }) => ({ providerId, createdAt: createdAt.toISOString() }));
}
