import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { lockMembers } from "./lock-members.ts";
import { requireOtherOwner } from "./require-other-owner.ts";
import { requirePower } from "./require-power.ts";

/**
 * Takes somebody out of an organization; whoever is signed in may always take out themselves. What they made stays, API keys included.
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
    if (!isLeaving) requirePower(actor, { roles: [role], org });
    if (role === "owner") requireOtherOwner(members, { userId, org });
    await tx.membership.delete({ where: { organizationId_userId: { organizationId, userId } } });
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const action = isLeaving ? "member.left" : "member.removed";
    await recordAudit(tx, {
      organizationId,
      actor,
      action,
      targetId: userId,
      details: { name, role },
      at: clock.now(),
    });
  });
}
