import type { Services } from "../context.ts";
import { findFirstOrganization } from "../organization/find-first.ts";

/** Whether a person is an owner of the organization that was here first: they run the installation. */
export async function ownsFirstOrganization(
  { db }: Pick<Services, "db">,
  { userId }: { userId: string },
): Promise<boolean> {
  const first = await findFirstOrganization(db);
  if (first === null) return false;
  return (await db.membership.count({ where: { organizationId: first.id, userId, role: "owner" } })) > 0;
}
