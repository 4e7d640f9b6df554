import type { Services } from "../context.ts";
import type { Role } from "../member/role.ts";
import { isOpen } from "./is-open.ts";

export type PendingInvitation = {
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
    where: { organizationId, ...isOpen(clock.now()) },
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
