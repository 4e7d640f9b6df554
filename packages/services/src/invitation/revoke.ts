import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { requirePower } from "../member/require-power.ts";
import { isOpen } from "./is-open.ts";

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
    const open = { id, organizationId, ...isOpen(at) };
    const invitation = await tx.invitation.findFirst({ where: open });
    if (!invitation) throw new AppError("not_found", "Open invitation not found.");
    requirePower(actor, { roles: [invitation.role], org });
    const { count } = await tx.invitation.updateMany({ where: open, data: { revokedAt: at } });
    if (count === 0) throw new AppError("conflict", "The invitation was already accepted.");
    const details = { role: invitation.role, email: invitation.email };
    await recordAudit(tx, { organizationId, actor, action: "member.invitation_revoked", targetId: id, details, at });
  });
}
