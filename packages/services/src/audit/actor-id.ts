import type { AuditActor } from "./record.ts";

/** Who acted, as rows name them; null for whoever has no row, as somebody at the machine. */
export function actorIdOf(actor: AuditActor): string | null {
  if (actor.kind === "user") return actor.userId;
  return actor.kind === "key" ? actor.keyId : null;
}
