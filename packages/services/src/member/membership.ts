import { AppError } from "@docsteward/contract/error";
import type { Membership, Organization, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { requireOrganization } from "../organization.ts";
import { requirePermission } from "./permission.ts";
import type { Role } from "./role.ts";

type AddMemberInput = {
  organization: Organization;
  user: { id: string; name: string };
  role: Role;
  /** How they came in, for the audit log. */
  by: "set-up" | "invitation" | "command line";
};

/** Makes somebody a member, in the transaction of what gives them the right to it. */
export async function addMember(
  tx: Transaction,
  { clock }: Services,
  { organization, user, role, by }: AddMemberInput,
): Promise<void> {
  const at = clock.now();
  const organizationId = organization.id;
  await tx.membership.create({ data: { organizationId, userId: user.id, role, createdAt: at } });
  await recordAudit(tx, {
    organizationId,
    actor: by === "command line" ? { kind: "operator" } : { kind: "user", userId: user.id },
    action: "member.joined",
    targetId: user.id,
    details: { name: user.name, role, by },
    at,
  });
}

/**
 * Gives an account a role in an organization, for whoever runs the service: also an organization that nobody is a member of.
 *
 * @throws AppError `not_found` for an address or organization that is not there, `conflict` for the last owner
 */
export async function upsertMember(
  services: Services,
  { email, org, role }: { email: string; org: string; role: Role },
): Promise<void> {
  const { db } = services;
  const organization = await requireOrganization(services, { org });
  const user = await db.user.findUnique({ where: { email: email.trim().toLowerCase() } });
  if (!user) throw new AppError("not_found", `No account has the email address ${email}.`);
  const organizationId = organization.id;
  const isMember = (await db.membership.count({ where: { organizationId, userId: user.id } })) > 0;
  if (isMember) return setRole(services, { organization, userId: user.id, role, actor: { kind: "operator" } });
  await withTransaction(db, (tx) => addMember(tx, services, { organization, user, role, by: "command line" }));
}

/**
 * Gives a member another role. It counts from their next call on.
 *
 * @throws AppError `not_found` for somebody who is no member, `role_too_low` when the actor may not, `conflict` for the last owner
 */
export async function setRole(
  { db, clock }: Services,
  { organization, userId, role, actor }: { organization: Organization; userId: string; role: Role; actor: Actor },
): Promise<void> {
  const { id: organizationId, slug: org } = organization;
  await withTransaction(db, async (tx) => {
    const members = await lockMembers(tx, { organizationId });
    const before = members.find((member) => member.userId === userId)?.role;
    if (before === undefined) throw new AppError("not_found", `Member not found in ${org}.`);
    if (before === role) return;
    requirePermission(withRoleNow(actor, members), { roles: [before, role], org });
    if (before === "owner") requireOtherOwner(members, { userId, org });
    await tx.membership.update({ where: { organizationId_userId: { organizationId, userId } }, data: { role } });
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const details = { name, from: before, to: role };
    const at = clock.now();
    await recordAudit(tx, { organizationId, actor, action: "member.role_changed", targetId: userId, details, at });
  });
}

/**
 * Takes somebody out of an organization; whoever is signed in may always take out themselves. What they made stays, API keys included, but for their playground's.
 *
 * @throws AppError `not_found` for somebody who is no member, `role_too_low` when the actor may not, `conflict` for the last owner
 */
export async function removeMember(
  { db, clock }: Services,
  { organization, userId, actor }: { organization: Organization; userId: string; actor: Actor },
): Promise<void> {
  const { id: organizationId, slug: org } = organization;
  const isLeaving = actor.kind === "user" && actor.userId === userId;
  await withTransaction(db, async (tx) => {
    const members = await lockMembers(tx, { organizationId });
    const role = members.find((member) => member.userId === userId)?.role;
    if (role === undefined) throw new AppError("not_found", `Member not found in ${org}.`);
    if (!isLeaving) requirePermission(withRoleNow(actor, members), { roles: [role], org });
    if (role === "owner") requireOtherOwner(members, { userId, org });
    await tx.membership.delete({ where: { organizationId_userId: { organizationId, userId } } });
    const at = clock.now();
    // The key of an open playground is theirs alone.
    const playground = { organizationId, createdById: userId, isPlayground: true, revokedAt: null };
    await tx.apiKey.updateMany({ where: playground, data: { revokedAt: at } });
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const action = isLeaving ? "member.left" : "member.removed";
    await recordAudit(tx, {
      organizationId,
      actor,
      action,
      targetId: userId,
      details: { name, role },
      at,
    });
  });
}

/**
 * Reads the members of an organization and lets nobody else change them until the transaction ends: of two owners who leave at the
 * same time, one stays.
 */
async function lockMembers(tx: Transaction, { organizationId }: { organizationId: string }): Promise<Membership[]> {
  await tx.$queryRaw`SELECT id FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
  return tx.membership.findMany({ where: { organizationId } });
}

/** The actor with the role that they have now: another change may have come between their call and the lock. */
function withRoleNow(actor: Actor, members: readonly Membership[]): Actor {
  if (actor.kind !== "user") return actor;
  return { ...actor, role: members.find(({ userId }) => userId === actor.userId)?.role ?? "viewer" };
}

/** @throws AppError `conflict` when an organization would be left without an owner */
function requireOtherOwner(members: readonly Membership[], { userId, org }: { userId: string; org: string }): void {
  if (members.some((member) => member.role === "owner" && member.userId !== userId)) return;
  throw new AppError("conflict", `${org} must keep at least one owner. Make another member an owner first.`);
}
