import type { OrganizationContext, SystemContext } from "../context.ts";
import type { Role } from "./role.ts";

type Member = {
  userId: string;
  name: string;
  email: string;
  role: Role;
  joinedAt: string;
  /** When one of their browsers was last signed in or extended; null when none is. */
  seenAt: string | null;
};

/** The members of an organization: owners first, then by name. */
export async function listMembers({ db, organization }: OrganizationContext): Promise<Member[]> {
  const memberships = await db.membership.findMany({
    where: { organizationId: organization.id },
    include: {
      user: { include: { sessions: { select: { updatedAt: true }, orderBy: { updatedAt: "desc" }, take: 1 } } },
    },
    orderBy: [{ role: "desc" }, { user: { name: "asc" } }, { userId: "asc" }],
  });
  return memberships.map(({ userId, user, role, createdAt }) => ({
    userId,
    name: user.name,
    email: user.email,
    role,
    joinedAt: createdAt.toISOString(),
    seenAt: user.sessions[0]?.updatedAt.toISOString() ?? null,
  }));
}

type AdministeredOrganization = { slug: string; name: string };

/** The organizations that a person administers or owns, by name: where they may make projects. */
export async function listAdministeredOrganizations(
  { db }: SystemContext,
  { userId }: { userId: string },
): Promise<AdministeredOrganization[]> {
  return db.organization.findMany({
    where: { memberships: { some: { userId, role: { in: ["admin", "owner"] } } } },
    select: { slug: true, name: true },
    orderBy: [{ name: "asc" }, { slug: "asc" }],
  });
}
