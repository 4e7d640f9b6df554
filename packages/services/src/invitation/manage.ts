import { randomBytes } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import { newId } from "@docsteward/platform/id";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { hashToken } from "../key/token.ts";
import { requirePermission } from "../member/permission.ts";
import type { Role } from "../member/role.ts";
import { requireEmail } from "../user/users.ts";
import { whereOpen } from "./accept.ts";

type CreateInvitationInput = {
  organization: Organization;
  role: Role;
  /** Who may accept it; whoever has the link unless told. */
  email?: string;
  actor: Actor;
};

const LIFETIME_MS = 7 * 86_400_000;
const MAX_OPEN = 100;

/**
 * Makes a link that lets one person into an organization within a week. No mail is sent: whoever makes it passes it on.
 *
 * @returns the link, which is shown once: only a hash of its token is kept
 * @throws AppError `invalid_request` for an address that is none, `role_too_low` when the actor may not give this role, `conflict`
 *   for a member's address or when too many invitations are open
 */
export async function createInvitation(
  services: Services,
  input: CreateInvitationInput,
): Promise<{ id: string; url: string; expiresAt: string }> {
  const { db, clock, keySecret, baseUrl } = services;
  const { organization, role, actor } = input;
  const organizationId = organization.id;
  requirePermission(actor, { roles: [role], org: organization.slug });
  const email = input.email === undefined ? null : requireEmail(input.email);
  const token = randomBytes(32).toString("base64url");
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + LIFETIME_MS);
  const id = newId("inv");
  await withTransaction(db, async (tx) => {
    const isMember = email !== null && (await tx.membership.count({ where: { organizationId, user: { email } } })) > 0;
    if (isMember) throw new AppError("conflict", `${email} is already a member of ${organization.slug}.`);
    if ((await tx.invitation.count({ where: { organizationId, ...whereOpen(at) } })) >= MAX_OPEN) {
      throw new AppError("conflict", `The organization already has ${MAX_OPEN} open invitations. Revoke some first.`);
    }
    const createdById = actor.kind === "user" ? actor.userId : null;
    const hash = hashToken(keySecret, token);
    await tx.invitation.create({
      data: { id, organizationId, role, email, hash, createdById, createdAt: at, expiresAt },
    });
    const details = { role, email };
    await recordAudit(tx, { organizationId, actor, action: "member.invited", targetId: id, details, at });
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

/** The invitations of an organization that nobody has accepted yet, newest first. */
export async function listInvitations(
  { db, clock }: Services,
  { organizationId }: { organizationId: string },
): Promise<PendingInvitation[]> {
  const invitations = await db.invitation.findMany({
    where: { organizationId, ...whereOpen(clock.now()) },
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

/**
 * Ends an invitation before anybody has accepted it.
 *
 * @throws AppError `not_found` when the organization has no such open invitation, `role_too_low` when the actor may not
 */
export async function revokeInvitation(
  { db, clock }: Services,
  { organization, id, actor }: { organization: Organization; id: string; actor: Actor },
): Promise<void> {
  const { id: organizationId, slug: org } = organization;
  const at = clock.now();
  await withTransaction(db, async (tx) => {
    const open = { id, organizationId, ...whereOpen(at) };
    const invitation = await tx.invitation.findFirst({ where: open });
    if (!invitation) throw new AppError("not_found", "Open invitation not found.");
    requirePermission(actor, { roles: [invitation.role], org });
    const { count } = await tx.invitation.updateMany({ where: open, data: { revokedAt: at } });
    if (count === 0) throw new AppError("conflict", "The invitation was already accepted.");
    const details = { role: invitation.role, email: invitation.email };
    await recordAudit(tx, { organizationId, actor, action: "member.invitation_revoked", targetId: id, details, at });
  });
}
