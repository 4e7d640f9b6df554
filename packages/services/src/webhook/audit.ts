import type { Transaction } from "@docsteward/db/client";
import { type AuditEntry, recordAudit } from "../audit/record.ts";
import type { ServiceContext } from "../context.ts";

/** Writes who changed an endpoint, in the transaction of the change. */
export async function auditWebhook(
  { project, actor, clock }: ServiceContext,
  tx: Transaction,
  { action, id, details = {} }: { action: AuditEntry["action"]; id: string; details?: AuditEntry["details"] },
): Promise<void> {
  const { organizationId, id: projectId } = project;
  await recordAudit(tx, { organizationId, projectId, actor, action, targetId: id, details, at: clock.now() });
}
