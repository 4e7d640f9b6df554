import type { Services } from "../context.ts";
import { findActorNames } from "./find-actor-names.ts";
import { type AuditSubject, listAuditEvents } from "./list.ts";

export type AuditView = {
  id: string;
  at: string;
  /** Who did it: a person's name, a key's, or whoever it was in general. */
  by: string;
  action: string;
  targetId: string;
  details: Record<string, unknown>;
};

const PAGE = 50;
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
  services: Services,
  input: { organizationId: string; subject?: AuditSubject; beforeId?: string },
): Promise<{ events: AuditView[]; nextId: string | null }> {
  const { organizationId } = input;
  const rows = await listAuditEvents(services, { ...input, limit: PAGE + 1 });
  const events = rows.slice(0, PAGE);
  const names = await findActorNames(services, { organizationId, ids: events.map(({ actorId }) => actorId) });
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
