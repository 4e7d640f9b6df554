import { AppError } from "@docsteward/contract/error";
import type { UserActor } from "../actor.ts";
import { inProject, type OrganizationContext, type ProjectContext, type SystemContext } from "../context.ts";
import { requireRole } from "./permission.ts";
import type { Role } from "./role.ts";

/**
 * Gives a person the context to act in the organization at `/{org}`, for what is done in it but in none of its sites.
 *
 * @throws AppError `not_found` when it does not exist or the person is no member of it; `role_too_low`
 */
export async function openOrganizationContext(
  ctx: SystemContext,
  { org, user, least }: { org: string; user: { id: string; name: string }; least: Role },
): Promise<OrganizationContext & { actor: UserActor }> {
  const membership = await ctx.db.membership.findFirst({
    where: { userId: user.id, organization: { slug: org } },
    include: { organization: true },
  });
  if (!membership) throw new AppError("not_found", `Organization ${org} not found.`);
  requireRole({ role: membership.role, least, org });
  const actor = { kind: "user", userId: user.id, name: user.name, role: membership.role } as const;
  return { ...ctx, organization: membership.organization, actor };
}

type OpenSiteInput = {
  org: string;
  domain: string;
  user: { id: string; name: string };
  /** The least role that may do what is about to be done. */
  least: Role;
};

/**
 * Gives a person the context to act in the documentation site at `/{org}/{domain}`. This is where membership and role are decided
 * for everything that is done in a site.
 *
 * @throws AppError `not_found` when it does not exist or belongs to an organization that the person is no member of;
 *   `role_too_low`
 */
export async function openProjectContext(
  ctx: SystemContext,
  { org, domain, user, least }: OpenSiteInput,
): Promise<ProjectContext & { actor: UserActor }> {
  const found = await ctx.db.project.findFirst({
    where: { domain, organization: { slug: org, memberships: { some: { userId: user.id } } } },
    include: { organization: { include: { memberships: { where: { userId: user.id } } } } },
  });
  const membership = found?.organization.memberships[0];
  if (!found || !membership) throw new AppError("not_found", `Documentation site ${org}/${domain} not found.`);
  const { memberships: _, ...organization } = found.organization;
  requireRole({ role: membership.role, least, org });
  const actor = { kind: "user", userId: user.id, name: user.name, role: membership.role } as const;
  return inProject({ ...ctx, actor }, { ...found, organization });
}
