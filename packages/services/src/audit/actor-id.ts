import type { AuditActor } from "./audit-actor.ts";

/** Who acted, as rows name them; null for whoever has no row, as somebody at the machine. */
export function actorIdOf(actor: AuditActor): string | null {
  if (actor.kind === "user") return actor.userId;
  if (actor.kind === "github") return `@${actor.login}`;
  return actor.kind === "key" ? actor.keyId : null;
}
