import type { Services } from "../context.ts";

export type AdministeredOrganization = { slug: string; name: string };

/** The organizations that a person administers or owns, by name: where they may make projects. */
export async function listAdministered(
  { db }: Pick<Services, "db">,
  { userId }: { userId: string },
): Promise<AdministeredOrganization[]> {
  return db.organization.findMany({
    where: { memberships: { some: { userId, role: { in: ["admin", "owner"] } } } },
    select: { slug: true, name: true },
    orderBy: [{ name: "asc" }, { slug: "asc" }],
  });
}
