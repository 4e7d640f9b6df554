import type { Services } from "../context.ts";

/** Whether a person is an owner of the organization that was here first: they run the installation. */
export async function ownsFirstOrganization(
  { db }: Pick<Services, "db">,
  { userId }: { userId: string },
): Promise<boolean> {
  const first = await db.organization.findFirst({
    select: { memberships: { where: { userId, role: "owner" }, select: { userId: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return (first?.memberships.length ?? 0) > 0;
}
