import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import type { UserActor } from "../actor.ts";
import type { Services } from "../context.ts";
import { requireRole } from "./require-role.ts";
import type { Role } from "./role.ts";

/**
 * Gives a person's place in the organization at `/{org}`, for what is done in it but in none of its sites.
 *
 * @throws AppError `not_found` when it does not exist or the person is no member of it; `role_too_low`
 */
export async function openOrganization(
  { db }: Services,
  { org, user, least }: { org: string; user: { id: string; name: string }; least: Role },
): Promise<{ organization: Organization; actor: UserActor }> {
  const membership = await db.membership.findFirst({
    where: { userId: user.id, organization: { slug: org } },
    include: { organization: true },
  });
  if (!membership) throw new AppError("not_found", `Organization ${org} not found.`);
  requireRole({ role: membership.role, least, org });
  const actor = { kind: "user", userId: user.id, name: user.name, role: membership.role } as const;
  return { organization: membership.organization, actor };
}
