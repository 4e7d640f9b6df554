import { Id } from "@docsteward/contract/input-schema";
import type { AuditEvent } from "@docsteward/db/client";
import { z } from "zod";
import type { OrganizationContext } from "../context.ts";

const PAGE = 50;

/** What an entry is about: keys and their limits, people, or everything else. */
export const AUDIT_SUBJECTS = ["keys", "members", "settings"] as const;
/** A group of audit actions that the audit log can be filtered by. */
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** How the actions of a subject begin. */
const KEYS = ["key.", "limit."];
const MEMBERS = ["member.", "owner."];

/** Input of `listAuditViews`: one page of the audit log, newest first. */
export type ListAuditEvents = z.infer<typeof ListAuditEvents>;
/** Input of `listAuditEvents`. */
export const ListAuditEvents = z.object({
  /** Only what is about it. */
  subject: z.enum(AUDIT_SUBJECTS).optional(),
  /** The last id of the page before; none for the first page. */
  beforeId: Id.optional(),
});

/** What was changed in an organization, newest first, a page at a time. */
export async function listAuditEvents(
  { db, organization }: OrganizationContext,
  { subject, beforeId, limit = PAGE }: ListAuditEvents & { limit?: number } = {},
): Promise<AuditEvent[]> {
  const { id: organizationId } = organization;
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

/** One entry of the audit log, as the dashboard shows it. `at` is ISO 8601. */
export type AuditView = {
  id: string;
  at: string;
  /** Who did it: the name of a person or a key, or else the kind of actor. */
  by: string;
  action: string;
  targetId: string;
  details: Record<string, unknown>;
};
const IN_GENERAL: Record<string, string> = {
  operator: "Command line",
  service: "Docsteward",
  user: "Deleted user",
};

/**
 * A page of what was changed in an organization, with the names of those who did it.
 *
 * @returns `nextId` to ask for what came before; null on the last page
 */
export async function listAuditViews(
  ctx: OrganizationContext,
  { subject, beforeId }: ListAuditEvents,
): Promise<{ events: AuditView[]; nextId: string | null }> {
  const rows = await listAuditEvents(ctx, { subject, beforeId, limit: PAGE + 1 });
  const events = rows.slice(0, PAGE);
  const names = await findActorNames(ctx, { ids: events.map(({ actorId }) => actorId) });
  return {
    events: events.map(({ id, createdAt, actorKind, actorId, action, targetId, details }) => ({
      id,
      at: createdAt.toISOString(),
      by: names.get(actorId ?? "") ?? IN_GENERAL[actorKind] ?? actorId ?? actorKind,
      action,
      targetId,
      details: details as Record<string, unknown>,
    })),
    nextId: rows.length > PAGE ? (events.at(-1)?.id ?? null) : null,
  };
}

/** The names of the people and of the organization's keys among those who acted, by id. Who is gone is left out. */
export async function findActorNames(
  { db, organization }: OrganizationContext,
  { ids }: { ids: readonly (string | null)[] },
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const [people, keys] = await Promise.all([
    db.user.findMany({ where: { id: { in: known } }, select: { id: true, name: true } }),
    db.apiKey.findMany({
      where: { id: { in: known }, organizationId: organization.id },
      select: { id: true, name: true },
    }),
  ]);
  return new Map([...people, ...keys].map(({ id, name }) => [id, name]));
}
