import type { Transaction } from "@docsteward/db/client";
import type { Clock } from "@docsteward/platform/clock";
import { newId } from "@docsteward/platform/id";
import { type AuditActor, actorIdOf } from "../actor.ts";

/** What an audit entry records: `<subject>.<verb>`. */
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
  | "job.cancelled"
  | "job.archived"
  | "job.unarchived"
  | "secret.reset"
  | "project.created"
  | "project.updated"
  | "project.deleted"
  | "prompt.saved"
  | "prompt.deleted"
  | "widget.updated"
  | "source.added"
  | "source.changed"
  | "source.removed"
  | "automation.created"
  | "automation.changed"
  | "automation.removed"
  | "automation.paused"
  | "automation.resumed"
  | "automation.secret_rotated"
  | "automation.proposed"
  | "member.invited"
  | "member.invitation_revoked"
  | "member.joined"
  | "member.role_changed"
  | "member.removed"
  | "member.left"
  | "member.deleted"
  | "owner.signed_in"
  | "index.released"
  | "queue.redriven"
  | "access.set"
  | "access.cleared"
  | "access.secret_rotated"
  | "slack.set"
  | "slack.cleared"
  | "sign_in.set"
  | "sign_in.cleared"
  | "client.connected"
  | "client.revoked"
  | "client.replay_refused"
  | "webhook.created"
  | "webhook.updated"
  | "webhook.secret_rotated"
  | "webhook.deleted"
  | "webhook.paused";

/** The parts of a context that the trail needs. The types of a context themselves depend on this file. */
type AuditContext = { db: Transaction; actor: AuditActor; clock: Clock };

/** Input of `recordAudit`: one change that a person or process made. */
export type AuditChange = {
  organizationId: string;
  projectId?: string | null;
  action: AuditAction;
  /** Id of what was changed. */
  targetId: string;
  /** What a person wants to know about the change. Never a secret. */
  details: Record<string, string | number | boolean | string[] | null>;
};

/** Writes that the context's actor changed something, in the transaction of the change: there is never one without the other. */
export async function recordAudit({ db, actor, clock }: AuditContext, change: AuditChange): Promise<void> {
  await db.auditEvent.create({
    data: {
      ...change,
      id: newId("aud"),
      actorKind: actor.kind,
      actorId: actorIdOf(actor),
      createdAt: clock.now(),
    },
  });
}
