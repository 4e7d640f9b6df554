import type { Organization, Transaction } from "@docsteward/db/client";

/** The organization that was here first, whose owners run the installation; null while there is none. */
export function findFirstOrganization(db: Pick<Transaction, "organization">): Promise<Organization | null> {
  return db.organization.findFirst({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}
