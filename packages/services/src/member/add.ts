import type { Organization, Transaction } from "@docsteward/db/client";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import type { Role } from "./role.ts";

export type AddMemberInput = {
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
