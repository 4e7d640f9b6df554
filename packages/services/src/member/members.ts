import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import type { Membership } from "@docsteward/db/client";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type OrganizationContext, type SystemContext } from "../context.ts";
import { requireOrganization } from "../organization.ts";
import { requirePermission } from "./permission.ts";
import { Role } from "./role.ts";

type AddMemberInput = {
  user: { id: string; name: string };
  role: Role;
  /** How they came in, for the audit log. */
  by: "set-up" | "invitation" | "command line";
};

/** Makes a person a member, in the transaction of what gives them the right to it. */
export async function addMember(ctx: OrganizationContext, { user, role, by }: AddMemberInput): Promise<void> {
  const { id: organizationId } = ctx.organization;
  await ctx.db.membership.create({ data: { organizationId, userId: user.id, role, createdAt: ctx.clock.now() } });
  const details = { name: user.name, role, by };
  await recordAudit(ctx, { organizationId, action: "member.joined", targetId: user.id, details });
}

/**
 * Gives an account a role in an organization, for the operator: also an organization that has no members.
 *
 * @throws AppError `not_found` for an address or organization that does not exist, `conflict` for the last owner
 */
export async function upsertMember(
  ctx: SystemContext,
  { email, org, role }: { email: string; org: string; role: Role },
): Promise<void> {
  const organization = await requireOrganization(ctx, { org });
  const user = await ctx.db.user.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!user) throw new AppError("not_found", `No account has the email address ${email}.`);
  const there = { ...ctx, organization };
  const where = { organizationId: organization.id, userId: user.id };
  if ((await ctx.db.membership.count({ where })) > 0) return setRole(there, { userId: user.id, role });
  await inTransaction(there, (within) => addMember(within, { user, role, by: "command line" }));
}

/** Input of `setRole`: the member and their new role. */
export type SetRole = z.infer<typeof SetRole>;
/** Input of `setRole`: a member and the new role. */
export const SetRole = z.object({ userId: Id, role: Role });

/**
 * Gives a member another role. It counts from their next call on.
 *
 * @throws AppError `not_found` for a person who is no member, `role_too_low` when the actor may not, `conflict` for the last owner
 */
export async function setRole(ctx: OrganizationContext, { userId, role }: SetRole): Promise<void> {
  const { id: organizationId, slug: org } = ctx.organization;
  await inTransaction(ctx, async (within) => {
    const { db } = within;
    const members = await lockMembers(within);
    const before = members.find((member) => member.userId === userId)?.role;
    if (before === undefined) throw new AppError("not_found", `Member not found in ${org}.`);
    if (before === role) return;
    requirePermission(withRoleNow(within, members), { roles: [before, role] });
    if (before === "owner") requireOtherOwner(members, { userId, org });
    await db.membership.update({ where: { organizationId_userId: { organizationId, userId } }, data: { role } });
    const { name } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const details = { name, from: before, to: role };
    await recordAudit(within, { organizationId, action: "member.role_changed", targetId: userId, details });
  });
}

/** The organizations that a person is a member of, by name. */
export async function listOwnOrganizations(
  { db }: SystemContext,
  { userId }: { userId: string },
): Promise<{ slug: string; name: string; role: Role }[]> {
  const memberships = await db.membership.findMany({
    where: { userId },
    select: { role: true, organization: { select: { slug: true, name: true } } },
    orderBy: { organization: { name: "asc" } },
  });
  return memberships.map(({ role, organization }) => ({ ...organization, role }));
}

/** Input of `removeMember`; members may name themselves to leave. */
export type RemoveMember = z.infer<typeof RemoveMember>;
/** Names a member of the organization. */
export const RemoveMember = z.object({ userId: Id });

/**
 * Takes a person out of an organization; a signed-in person may always take out themselves. What they made stays, API keys
 * included, except for their playground's.
 *
 * @throws AppError `not_found` for a person who is no member, `role_too_low` when the actor may not, `conflict` for the last owner
 */
export async function removeMember(ctx: OrganizationContext, { userId }: RemoveMember): Promise<void> {
  const { id: organizationId, slug: org } = ctx.organization;
  const isLeaving = ctx.actor.kind === "user" && ctx.actor.userId === userId;
  await inTransaction(ctx, async (within) => {
    const { db } = within;
    const members = await lockMembers(within);
    const role = members.find((member) => member.userId === userId)?.role;
    if (role === undefined) throw new AppError("not_found", `Member not found in ${org}.`);
    if (!isLeaving) requirePermission(withRoleNow(within, members), { roles: [role] });
    if (role === "owner") requireOtherOwner(members, { userId, org });
    await db.membership.delete({ where: { organizationId_userId: { organizationId, userId } } });
    // The key of an open playground is theirs alone.
    const playground = { organizationId, createdById: userId, isPlayground: true, revokedAt: null };
    await db.apiKey.updateMany({ where: playground, data: { revokedAt: ctx.clock.now() } });
    // And so is what they connected by signing in: who comes back connects anew.
    await db.oAuthGrant.deleteMany({ where: { userId, project: { organizationId } } });
    await db.oAuthRequest.deleteMany({ where: { userId, project: { organizationId } } });
    await db.gap.updateMany({ where: { ownerId: userId, project: { organizationId } }, data: { ownerId: null } });
    const { name } = await db.user.findUniqueOrThrow({ where: { id: userId } });
    const action = isLeaving ? "member.left" : "member.removed";
    await recordAudit(within, { organizationId, action, targetId: userId, details: { name, role } });
  });
}

/**
 * Reads the members of an organization and locks them until the transaction ends: of two owners who leave at the same time, one
 * stays.
 */
async function lockMembers({ db, organization }: OrganizationContext): Promise<Membership[]> {
  await db.$queryRaw`SELECT id FROM "Organization" WHERE id = ${organization.id} FOR NO KEY UPDATE`;
  return db.membership.findMany({ where: { organizationId: organization.id } });
}

/** The context with the role that its actor has now: another change may have come between their call and the lock. */
function withRoleNow(ctx: OrganizationContext, members: readonly Membership[]): OrganizationContext {
  const { actor } = ctx;
  if (actor.kind !== "user") return ctx;
  const role = members.find(({ userId }) => userId === actor.userId)?.role ?? "viewer";
  return { ...ctx, actor: { ...actor, role } };
}

/** @throws AppError `conflict` when an organization would be left without an owner */
function requireOtherOwner(members: readonly Membership[], { userId, org }: { userId: string; org: string }): void {
  if (members.some((member) => member.role === "owner" && member.userId !== userId)) return;
  throw new AppError("conflict", `${org} must keep at least one owner. Make another member an owner first.`);
}

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
