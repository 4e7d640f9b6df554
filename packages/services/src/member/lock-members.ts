import type { Membership, Transaction } from "@docsteward/db/client";

/**
 * Reads the members of an organization and lets nobody else change them until the transaction ends: of two owners who leave at the
 * same time, one stays.
 */
export async function lockMembers(
  tx: Transaction,
  { organizationId }: { organizationId: string },
): Promise<Membership[]> {
  await tx.$queryRaw`SELECT id FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
  return tx.membership.findMany({ where: { organizationId } });
}
