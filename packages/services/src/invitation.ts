import { randomBytes } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import { Id, LinkToken } from "@docsteward/contract/input-schema";
import type { Invitation, Organization } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { recordAudit } from "./audit/record.ts";
import { inTransaction, type OrganizationContext, type SystemContext } from "./context.ts";
import { hashesOf, hashToken } from "./key/token.ts";
import { addMember } from "./member/members.ts";
import { requirePermission } from "./member/permission.ts";
import { Role } from "./member/role.ts";
import { EmailAddress, NewUser } from "./user/new-user.ts";
import { insertUser, prepareUser } from "./user/users.ts";

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

type Person = { id: string; name: string; email: string };

/** Input of `acceptInvitation` by a signed-in person: the token of the link. */
export const AcceptInvitation = z.object({ token: LinkToken });
/** Input of `acceptInvitation` by a new person: the token and their account. */
export const AcceptInvitationAsNew = AcceptInvitation.extend({ user: NewUser });

type AcceptInvitationInput = {
  token: string;
  /** Who accepts: a signed-in user, or a new one with the account they want. */
  by: { signedIn: Person } | { newUser: NewUser };
};

/**
 * Lets a person into the organization of an invitation, with an account of its own when they have none. An invitation is accepted once.
 *
 * @returns who came in and the organization's short name
 * @throws AppError `not_found` for a link that is of no use any more, `conflict` for an address that it is not for, that has an account
 *   already, or whose person is a member
 */
export async function acceptInvitation(
  ctx: SystemContext,
  { token, by }: AcceptInvitationInput,
): Promise<{ userId: string; org: string }> {
  // Anybody may call this: a password is hashed only for callers with the link.
  if (!(await findOpenInvitation(ctx, { token }))) throw ended();
  const entering = "signedIn" in by ? by.signedIn : await prepareUser(ctx, by.newUser);
  return inTransaction(ctx, async (within) => {
    const { db } = within;
    const invitation = await findOpenInvitation(within, { token });
    if (!invitation) throw ended();
    const { organization, role, email, organizationId } = invitation;
    const user = "hash" in entering ? await insertUser(within, entering) : entering;
    // Of two invitations that one person accepts at the same time, the second finds them a member.
    await db.$queryRaw`SELECT id FROM "Organization" WHERE id = ${organizationId} FOR NO KEY UPDATE`;
    if (email !== null && user.email !== email) {
      throw new AppError("conflict", `This invitation is for ${email}. Sign in with that address to accept it.`);
    }
    if ((await db.membership.count({ where: { organizationId, userId: user.id } })) > 0) {
      throw new AppError("conflict", `You are already a member of ${organization.slug}.`);
    }
    const at = ctx.clock.now();
    const { count } = await db.invitation.updateMany({
      where: { id: invitation.id, ...whereOpen(at) },
      data: { acceptedAt: at, acceptedById: user.id },
    });
    // Another call was quicker.
    if (count === 0) throw ended();
    const actor = { kind: "user", userId: user.id, name: user.name } as const;
    await addMember({ ...within, organization, actor }, { user, role, by: "invitation" });
    return { userId: user.id, org: organization.slug };
  });
}

function ended(): AppError {
  return new AppError(
    "not_found",
    "This invitation is no longer valid: it was accepted or revoked, or is older than a week. Ask for a new one.",
  );
}

/** What a person sees of an invitation before they accept it. */
type InvitationPreview = {
  organization: { slug: string; name: string };
  role: Role;
  /** The only address that may accept it; null is any. */
  email: string | null;
  /** Who made it; null for the command line and for people who are gone. */
  invitedBy: string | null;
};

/** Input of `previewInvitation`: the token of the link. */
export type PreviewInvitation = z.infer<typeof PreviewInvitation>;
/** Input of `previewInvitation`: the token of the link. */
export const PreviewInvitation = z.object({ token: LinkToken });

/** Shows the invitation behind a link; null when it is none, was accepted or revoked, or has expired. */
export async function previewInvitation(
  ctx: SystemContext,
  { token }: PreviewInvitation,
): Promise<InvitationPreview | null> {
  const { db } = ctx;
  const invitation = await findOpenInvitation(ctx, { token });
  if (!invitation) return null;
  const { organization, role, email, createdById } = invitation;
  const maker = createdById ? await db.user.findUnique({ where: { id: createdById }, select: { name: true } }) : null;
  const { slug, name } = organization;
  return { organization: { slug, name }, role, email, invitedBy: maker?.name ?? null };
}

/** The open invitation behind a link, with its organization; null when it is none, or none any more. */
export function findOpenInvitation(
  ctx: SystemContext,
  { token }: { token: string },
): Promise<(Invitation & { organization: Organization }) | null> {
  return ctx.db.invitation.findFirst({
    where: { hash: { in: hashesOf(ctx, token) }, ...whereOpen(ctx.clock.now()) },
    include: { organization: true },
  });
}

/** The invitations that can still be accepted, as a condition of a query. */
export function whereOpen(now: Date) {
  return { acceptedAt: null, revokedAt: null, expiresAt: { gt: now } };
}
