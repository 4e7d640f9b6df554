import { AppError } from "@docsteward/contract/error";
import type { Organization, Transaction } from "@docsteward/db/client";
import type { Services } from "./context.ts";

/** The organization that was here first, whose owners run the installation; null while there is none. */
export function findFirstOrganization(db: Pick<Transaction, "organization">): Promise<Organization | null> {
  return db.organization.findFirst({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

/** @throws AppError `not_found` when no organization has this short name */
export async function requireOrganization({ db }: Services, { org }: { org: string }): Promise<Organization> {
  const organization = await db.organization.findUnique({ where: { slug: org } });
  if (!organization) throw new AppError("not_found", `Organization ${org} not found.`);
  return organization;
}

/** Whether a person is an owner of the organization that was here first: they run the installation. */
export async function ownsFirstOrganization(
  { db }: Pick<Services, "db">,
  { userId }: { userId: string },
): Promise<boolean> {
  const first = await findFirstOrganization(db);
  if (first === null) return false;
  return (await db.membership.count({ where: { organizationId: first.id, userId, role: "owner" } })) > 0;
}
