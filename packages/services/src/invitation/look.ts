import type { Services } from "../context.ts";
import type { Role } from "../member/role.ts";
import { findOpenInvitation } from "./find-open.ts";

/** What a person sees of an invitation before they accept it. */
export type InvitationView = {
  organization: { slug: string; name: string };
  role: Role;
  /** The only address that may accept it; null is any. */
  email: string | null;
  /** Who made it; null for the command line and for people who are gone. */
  invitedBy: string | null;
};

/** Shows the invitation behind a link; null when it is none, was accepted or revoked, or has expired. */
export async function lookAtInvitation(
  services: Services,
  { token }: { token: string },
): Promise<InvitationView | null> {
  const { db } = services;
  const invitation = await findOpenInvitation(db, services, { token });
  if (!invitation) return null;
  const { organization, role, email, createdById } = invitation;
  const maker = createdById ? await db.user.findUnique({ where: { id: createdById }, select: { name: true } }) : null;
  const { slug, name } = organization;
  return { organization: { slug, name }, role, email, invitedBy: maker?.name ?? null };
}
