import { AppError } from "@docsteward/contract/error";
import type { Organization } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { lockMembers } from "./lock-members.ts";
import { requireOtherOwner } from "./require-other-owner.ts";
import { requirePower } from "./require-power.ts";
import type { Role } from "./role.ts";

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
    requirePower(actor, { roles: [before, role], org });
    if (before === "owner") requireOtherOwner(members, { userId, org });
    await tx.membership.update({ where: { organizationId_userId: { organizationId, userId } }, data: { role } });
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    const details = { name, from: before, to: role };
    const at = clock.now();
    await recordAudit(tx, { organizationId, actor, action: "member.role_changed", targetId: userId, details, at });
  });
}
