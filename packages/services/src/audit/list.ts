import { Id, Text } from "@docsteward/contract/input-schema";
import type { AuditEvent } from "@docsteward/db/client";
import { z } from "zod";
import type { OrganizationContext } from "../context.ts";
import { type ExportRow, stripNul } from "../database.ts";
import { DayRange, timesOf } from "../day-range.ts";

const PAGE = 50;

/** What an entry is about: keys and their limits, people, jobs, or everything else. */
export const AUDIT_SUBJECTS = ["keys", "members", "jobs", "settings"] as const;

/** How the actions of a subject begin; the settings have all others. */
const PREFIXES = { keys: ["key.", "limit."], members: ["member.", "owner."], jobs: ["job."] };

/** Which entries of the audit log; what is left out does not narrow. */
export type AuditFilter = z.infer<typeof AuditFilter>;
/** Filter of the audit log. */
export const AuditFilter = DayRange.extend({
  /** Only what is about it. */
  subject: z.enum(AUDIT_SUBJECTS).optional(),
  /** A part of the action, of the name of who did it, of the id of what was changed, or of a detail. */
  search: Text.max(200).optional(),
});

/** Input of `listAuditViews`: one page of the audit log, newest first. */
export type ListAuditEvents = z.infer<typeof ListAuditEvents>;
/** Input of `listAuditEvents`. */
export const ListAuditEvents = AuditFilter.extend({
  /** The last id of the page before; none for the first page. */
  beforeId: Id.optional(),
});

/** What was changed in an organization, newest first, a page at a time. */
export async function listAuditEvents(
  { db, organization }: OrganizationContext,
  { subject, beforeId, search = "", from, to, limit = PAGE }: ListAuditEvents & { limit?: number } = {},
): Promise<AuditEvent[]> {
  const { id: organizationId } = organization;
  const last = beforeId ? await db.auditEvent.findUnique({ where: { id: beforeId, organizationId } }) : null;
  const { since, until } = timesOf({ from, to });
  const prefixes =
    subject === undefined ? null : subject === "settings" ? Object.values(PREFIXES).flat() : PREFIXES[subject];
  const words = stripNul(search.trim()).replace(/[\\%_]/g, "\\$&");
  const pattern = words === "" ? null : `%${words}%`;
  // One statement for every combination: PostgreSQL drops the conditions whose value is null before it plans.
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "AuditEvent" event
    WHERE "organizationId" = ${organizationId}
      AND (${prefixes}::text[] IS NULL OR ${subject === "settings"}::boolean <>
        EXISTS (SELECT FROM unnest(${prefixes}::text[]) prefix WHERE starts_with(action, prefix)))
      AND (${since}::timestamptz IS NULL OR "createdAt" >= ${since}::timestamptz)
      AND (${until}::timestamptz IS NULL OR "createdAt" < ${until}::timestamptz)
      AND (${last?.createdAt ?? null}::timestamptz IS NULL
        OR ("createdAt", id) < (${last?.createdAt ?? null}::timestamptz, ${last?.id ?? null}::text))
      AND (${pattern}::text IS NULL
        OR translate(action, '._', '  ') ILIKE ${pattern} OR action ILIKE ${pattern} OR "targetId" ILIKE ${pattern}
        OR EXISTS (SELECT FROM json_each_text(CASE json_typeof(details) WHEN 'object' THEN details ELSE '{}' END) fact
          WHERE fact.value ILIKE ${pattern})
        OR "actorId" IN (SELECT id FROM "User" WHERE name ILIKE ${pattern})
        OR "actorId" IN (SELECT id FROM "ApiKey" WHERE "organizationId" = ${organizationId} AND name ILIKE ${pattern}))
    ORDER BY "createdAt" DESC, id DESC LIMIT ${limit}::int`;
  return db.auditEvent.findMany({
    where: { organizationId, id: { in: rows.map(({ id }) => id) } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}

const EXPORT_PAGE = 500;

/**
 * Reads the audit log of the organization as far as it matches a filter, newest first, as rows for a file, the names of the columns
 * first. A page is read when its rows are taken.
 */
export async function* exportAuditEvents(ctx: OrganizationContext, filter: AuditFilter): AsyncGenerator<ExportRow> {
  yield ["event", "at", "actor_kind", "actor_id", "actor", "action", "target", "project", "details"];
  let beforeId: string | undefined;
  for (;;) {
    const events = await listAuditEvents(ctx, { ...filter, beforeId, limit: EXPORT_PAGE });
    const names = await findActorNames(ctx, { ids: events.map(({ actorId }) => actorId) });
    for (const { id, createdAt, actorKind, actorId, action, targetId, projectId, details } of events) {
      const by = names.get(actorId ?? "") ?? IN_GENERAL[actorKind] ?? null;
      yield [id, createdAt.toISOString(), actorKind, actorId, by, action, targetId, projectId, JSON.stringify(details)];
    }
    beforeId = events.at(-1)?.id;
    if (events.length < EXPORT_PAGE || beforeId === undefined) return;
  }
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
  query: ListAuditEvents,
): Promise<{ events: AuditView[]; nextId: string | null }> {
  const rows = await listAuditEvents(ctx, { ...query, limit: PAGE + 1 });
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
