import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import type { SystemContext } from "./context.ts";

/** The organization that was here first, whose owners run the installation; null while there is none. */
export function findFirstOrganization({ db }: Pick<SystemContext, "db">): Promise<Organization | null> {
  return db.organization.findFirst({ orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

/** @throws AppError `not_found` when no organization has this short name */
export async function requireOrganization({ db }: SystemContext, { org }: { org: string }): Promise<Organization> {
  const organization = await db.organization.findUnique({ where: { slug: org } });
  if (!organization) throw new AppError("not_found", `Organization ${org} not found.`);
  return organization;
}

/**
 * Checks that the actor runs the installation.
 *
 * @param explain says to others why they are refused, with the name of the organization to ask
 * @returns the organization whose owners run it; null while there is none
 * @throws AppError `role_too_low`
 */
export async function requireOperator(
  ctx: SystemContext,
  explain = (name: string) => `Only owners of ${name} can see and do this. Ask one of them.`,
): Promise<Organization | null> {
  const { actor } = ctx;
  const first = await findFirstOrganization(ctx);
  if (actor.kind === "operator") return first;
  if (actor.kind === "user" && (await ownsFirstOrganization(ctx, { userId: actor.userId }))) return first;
  throw new AppError("role_too_low", explain(first?.name ?? "the first organization"));
}

/** Whether a person is an owner of the organization that was here first: they run the installation. */
export async function ownsFirstOrganization(
  ctx: Pick<SystemContext, "db">,
  { userId }: { userId: string },
): Promise<boolean> {
  const first = await findFirstOrganization(ctx);
  if (first === null) return false;
  return (await ctx.db.membership.count({ where: { organizationId: first.id, userId, role: "owner" } })) > 0;
}
