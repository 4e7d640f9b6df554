import { randomBytes } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type OrganizationContext } from "../context.ts";
import { hashToken } from "../key/token.ts";
import { requirePermission } from "../member/permission.ts";
import { Role } from "../member/role.ts";
import { EmailAddress } from "../user/new-user.ts";
import { whereOpen } from "./accept.ts";

/** Input of `createInvitation`, from an admin. */
export type CreateInvitation = z.infer<typeof CreateInvitation>;
/** Input of `createInvitation`. */
export const CreateInvitation = z.object({
  role: Role,
  /** Who may accept it; without one, any person with the link. */
  email: EmailAddress.optional(),
});

const LIFETIME_MS = 7 * 86_400_000;
const MAX_OPEN = 100;

/**
 * Creates a link that admits one person to an organization within a week. No mail is sent: the creator passes it on.
 *
 * @returns the link, which is shown once: only a hash of its token is kept
 * @throws AppError `role_too_low` when the actor may not give this role, `conflict` for a member's address or when too many
 *   invitations are open
 */
export async function createInvitation(
  ctx: OrganizationContext,
  input: CreateInvitation,
): Promise<{ id: string; url: string; expiresAt: string }> {
  const { actor, clock, keySecret, baseUrl, organization } = ctx;
  const { role } = input;
  const email = input.email ?? null;
  const organizationId = organization.id;
  requirePermission(ctx, { roles: [role] });
  const token = randomBytes(32).toString("base64url");
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + LIFETIME_MS);
  const id = newId("inv");
  await inTransaction(ctx, async (within) => {
    const { db } = within;
    const isMember = email !== null && (await db.membership.count({ where: { organizationId, user: { email } } })) > 0;
    if (isMember) throw new AppError("conflict", `${email} is already a member of ${organization.slug}.`);
    if ((await db.invitation.count({ where: { organizationId, ...whereOpen(at) } })) >= MAX_OPEN) {
      throw new AppError("conflict", `The organization already has ${MAX_OPEN} open invitations. Revoke some first.`);
    }
    const createdById = actor.kind === "user" ? actor.userId : null;
    const hash = hashToken(keySecret, token);
    await db.invitation.create({
      data: { id, organizationId, role, email, hash, createdById, createdAt: at, expiresAt },
    });
    const details = { role, email };
    await recordAudit(within, { organizationId, action: "member.invited", targetId: id, details });
  });
  return { id, url: `${baseUrl}/invite/${token}`, expiresAt: expiresAt.toISOString() };
}

type PendingInvitation = {
  id: string;
  role: Role;
  email: string | null;
  /** Who made it; null for the command line and for people who are gone. */
  createdBy: string | null;
  createdAt: string;
  expiresAt: string;
};

/** The open invitations of an organization, newest first. */
export async function listInvitations({ db, clock, organization }: OrganizationContext): Promise<PendingInvitation[]> {
  const invitations = await db.invitation.findMany({
    where: { organizationId: organization.id, ...whereOpen(clock.now()) },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const makers = await db.user.findMany({
    where: { id: { in: invitations.flatMap(({ createdById }) => createdById ?? []) } },
    select: { id: true, name: true },
  });
  const nameOf = new Map(makers.map(({ id, name }) => [id, name]));
  return invitations.map(({ id, role, email, createdById, createdAt, expiresAt }) => ({
    id,
    role,
    email,
    createdBy: nameOf.get(createdById ?? "") ?? null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}

/** Input of `revokeInvitation`: the id of an open invitation. */
export type RevokeInvitation = z.infer<typeof RevokeInvitation>;
/** Names an invitation of the organization. */
export const RevokeInvitation = z.object({ id: Id });

/**
 * Ends an invitation before anybody has accepted it.
 *
 * @throws AppError `not_found` when the organization has no such open invitation, `role_too_low` when the actor may not
 */
export async function revokeInvitation(ctx: OrganizationContext, { id }: RevokeInvitation): Promise<void> {
  const { id: organizationId } = ctx.organization;
  const at = ctx.clock.now();
  await inTransaction(ctx, async (within) => {
    const { db } = within;
    const open = { id, organizationId, ...whereOpen(at) };
    const invitation = await db.invitation.findFirst({ where: open });
    if (!invitation) throw new AppError("not_found", "Open invitation not found.");
    requirePermission(within, { roles: [invitation.role] });
    const { count } = await db.invitation.updateMany({ where: open, data: { revokedAt: at } });
    if (count === 0) throw new AppError("conflict", "The invitation was already accepted.");
    const details = { role: invitation.role, email: invitation.email };
    await recordAudit(within, { organizationId, action: "member.invitation_revoked", targetId: id, details });
  });
}
