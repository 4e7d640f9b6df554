import type { Transaction } from "@docsteward/db/client";
import type { Clock } from "@docsteward/platform/clock";
import { newId } from "@docsteward/platform/id";
import { type AuditActor, actorIdOf } from "../actor.ts";

export type AuditAction =
  | "key.created"
  | "key.rotated"
  | "key.updated"
  | "key.revoked"
  | "limit.set"
  | "limit.cleared"
  | "models.set"
  | "models.cleared"
  | "github.connected"
  | "github.disconnected"
  | "github.installation_assigned"
  | "github.message_taken"
  | "project.created"
  | "project.updated"
  | "project.deleted"
  | "member.invited"
  | "member.invitation_revoked"
  | "member.joined"
  | "member.role_changed"
  | "member.removed"
  | "member.left"
  | "owner.signed_in"
  | "webhook.created"
  | "webhook.updated"
  | "webhook.secret_rotated"
  | "webhook.deleted"
  | "webhook.paused";

export type AuditEntry = {
  organizationId: string;
  projectId?: string | null;
  actor: AuditActor;
  action: AuditAction;
  /** Id of what was changed. */
  targetId: string;
  /** What a person wants to know about the change. Never a secret. */
  details: Record<string, string | number | string[] | null>;
  at: Date;
};

/** The parts of a context that the trail needs. The types of a context themselves depend on this file. */
type AuditContext = { db: Transaction; actor: AuditActor; clock: Clock };

type Change = Omit<AuditEntry, "actor" | "at">;

/** Writes that the context's actor changed something, in the transaction of the change: there is never one without the other. */
export async function recordAudit(ctx: AuditContext, change: Change): Promise<void>;
export async function recordAudit(tx: Transaction, entry: AuditEntry): Promise<void>;
export async function recordAudit(
  given: AuditContext | Transaction,
  change: Change & Partial<AuditEntry>,
): Promise<void> {
  const isContext = "actor" in given;
  const { actor = isContext ? given.actor : null, at = isContext ? given.clock.now() : new Date(), ...entry } = change;
  if (actor === null) throw new Error("An audit entry needs an actor.");
  await (isContext ? given.db : given).auditEvent.create({
    data: { ...entry, id: newId("aud"), actorKind: actor.kind, actorId: actorIdOf(actor), createdAt: at },
  });
}
