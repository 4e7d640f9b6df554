import { AppError } from "@docsteward/contract/error";
import type { OrganizationContext } from "../context.ts";
import { isAtLeast, type Role } from "./role.ts";

/**
 * Checks that the actor may give or take a role: admins decide over all but owners, owners over all.
 *
 * @param roles that are given or taken
 * @throws AppError `role_too_low`
 */
export function requirePermission(ctx: OrganizationContext, { roles }: { roles: readonly Role[] }): void {
  const { actor } = ctx;
  const { slug: org } = ctx.organization;
  if (actor.kind === "operator") return;
  const own = (actor.kind === "user" && actor.role) || "viewer";
  const least = roles.includes("owner") ? "owner" : "admin";
  if (isAtLeast(own, least)) return;
  const sentence =
    least === "owner"
      ? `Only owners can change owners, and your role is ${own}. Ask an owner of ${org}.`
      : `Your role is ${own}, and this requires admin. Ask an admin of ${org}.`;
  throw new AppError("role_too_low", sentence);
}

/** @throws AppError `role_too_low` naming who can help */
export function requireRole({ role, least, org }: { role: Role; least: Role; org: string }): void {
  if (isAtLeast(role, least)) return;
  const helper = least === "owner" ? "an owner" : "an admin";
  throw new AppError(
    "role_too_low",
    `Your role is ${role}, and this requires ${least}. Ask ${helper} of ${org} to do it or to change your role.`,
  );
}
