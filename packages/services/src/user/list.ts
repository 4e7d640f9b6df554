import type { Database } from "@docsteward/db/client";
import type { Role } from "../member/role.ts";

export type UserView = { id: string; email: string; name: string; memberships: { org: string; role: Role }[] };

/** Every person of the installation with their organizations, for whoever runs it. */
export async function listUsers({ db }: { db: Database }): Promise<UserView[]> {
  const users = await db.user.findMany({
    include: { memberships: { include: { organization: true }, orderBy: { organization: { slug: "asc" } } } },
    orderBy: { email: "asc" },
  });
  return users.map(({ id, email, name, memberships }) => ({
    id,
    email,
    name,
    memberships: memberships.map(({ organization, role }) => ({ org: organization.slug, role })),
  }));
}
