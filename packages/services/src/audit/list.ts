import type { AuditEvent } from "@docsteward/db/client";
import type { Services } from "../context.ts";

const PAGE = 50;

/** What an entry is about: keys and their limits, people, or everything else. */
export const AUDIT_SUBJECTS = ["keys", "members", "settings"] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** How the actions of a subject begin. */
const KEYS = ["key.", "limit."];
const MEMBERS = ["member.", "owner."];

/**
 * What was changed in an organization, newest first, a page at a time.
 *
 * @param input.subject only what is about it
 * @param input.beforeId the last id of the page before; none for the first page
 */
export async function listAuditEvents(
  { db }: Services,
  input: { organizationId: string; subject?: AuditSubject; beforeId?: string; limit?: number },
): Promise<AuditEvent[]> {
  const { organizationId, subject, beforeId, limit = PAGE } = input;
  const last = beforeId ? await db.auditEvent.findUnique({ where: { id: beforeId, organizationId } }) : null;
  const before = last && {
    OR: [{ createdAt: { lt: last.createdAt } }, { createdAt: last.createdAt, id: { lt: last.id } }],
  };
  return db.auditEvent.findMany({
    where: { organizationId, AND: [before ?? {}, subject ? isAbout(subject) : {}] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
}

function isAbout(subject: AuditSubject) {
  const begins = (prefixes: readonly string[]) => prefixes.map((prefix) => ({ action: { startsWith: prefix } }));
  if (subject === "settings") return { NOT: { OR: begins([...KEYS, ...MEMBERS]) } };
  return { OR: begins(subject === "keys" ? KEYS : MEMBERS) };
}
