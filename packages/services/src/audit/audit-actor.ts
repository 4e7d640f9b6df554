/** Who changed something, as far as the trail names them. `service`: nobody asked, the service did it by its own rules. */
export type AuditActor =
  | { kind: "user"; userId: string }
  | { kind: "key"; keyId: string }
  | { kind: "github"; login: string }
  | { kind: "operator" }
  | { kind: "service" };
