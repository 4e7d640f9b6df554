import type { AuditEvent } from "@docsteward/db/client";
import type { Services } from "../context.ts";

const PAGE = 50;

/**
 * What was changed in an organization, newest first, a page at a time.
 *
 * @param input.beforeId the last id of the page before; none for the first page
 */
export async function listAuditEvents(
  { db }: Services,
  input: { organizationId: string; beforeId?: string; limit?: number },
): Promise<AuditEvent[]> {
  const { organizationId, beforeId, limit = PAGE } = input;
  const last = beforeId ? await db.auditEvent.findUnique({ where: { id: beforeId, organizationId } }) : null;
  const before = last && {
    OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }],
  };
  return db.auditEvent.findMany({
    where: { organizationId, ...before },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}
