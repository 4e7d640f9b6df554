import type { LimitName } from "@docsteward/contract/limits";
import type { Role } from "./member/role.ts";

/**
 * Who acts: the bearer of an API key, a signed-in person, a reader who signed in for a program of theirs, the author of a comment at GitHub, an automation of the project, the
 * operator at the command line, or the service itself: in workers and schedules, and for a caller that has not signed in.
 */
export type Actor =
  | KeyActor
  | VisitorActor
  | ReaderActor
  | PersonActor
  | GitHubActor
  | AutomationActor
  | { kind: "operator" }
  | { kind: "service" };

/** An automation, by its id and its name in the project. */
type AutomationActor = {
  kind: "automation";
  automationId: string;
  name: string;
  /** Limits that are other than the configured ones for its organization. */
  quotas?: Quotas;
};

/** Who wrote a comment at GitHub, by the login that its signed event names, and may push to the repository there. */
type GitHubActor = { kind: "github"; login: string };

/** A signed-in person. Outside of an organization they have no role. */
export type PersonActor = {
  kind: "user";
  userId: string;
  name: string;
  role?: Role;
  /** The request that acts, as the log names it. */
  requestId?: string;
  /** What the person allows a program that acts for them; none for the person's own browser, which may do all that their role does. */
  scopes?: readonly string[];
};

/** A signed-in person in an organization, with their role there. */
export type UserActor = PersonActor & { role: Role };

type KeyActor = {
  kind: "key";
  keyId: string;
  /** The request that acts, as the log and its answer name it. */
  requestId?: string;
  /** Where it came from. */
  address?: string;
  /** What the key allows. */
  scopes?: readonly string[];
  /** Who calls: a page in a browser, a server, or something else. */
  caller?: "web" | "api" | "other";
  /** Limits that are other than the configured ones for this key. */
  quotas?: Quotas;
};

/** A reader of a public project, or of a chat tool, who has no key. `address` is what their calls are counted by. */
type VisitorActor = { kind: "visitor"; requestId?: string; address?: string; quotas?: Quotas };

/** A reader who signed in to connect a program, which calls with the rights of its grant. */
type ReaderActor = { kind: "reader"; grantId: string; requestId?: string; address?: string; quotas?: Quotas };

/** Limits that an operator set for one key or organization: calls per window, by limit name. */
export type Quotas = Partial<Record<LimitName, number>>;

/** Whether an actor calls for a reader: such a caller sees the pages that its reader may see. */
export function isReaderCall(actor: Actor): actor is KeyActor | VisitorActor | ReaderActor {
  return actor.kind === "key" || actor.kind === "visitor" || actor.kind === "reader";
}

/** Who acts, as people know them: a name, or a login at GitHub with its @; null for keys and the command line. */
export function nameOfActor(actor: Actor): string | null {
  if (actor.kind === "automation") return `Automation ${actor.name}`;
  if (actor.kind === "github") return `@${actor.login}`;
  return actor.kind === "user" ? actor.name : null;
}

/** The actor as database rows store it; null for actors without a row, such as the command line. */
export function actorIdOf(actor: AuditActor): string | null {
  if (actor.kind === "user") return actor.userId;
  if (actor.kind === "github") return `@${actor.login}`;
  if (actor.kind === "automation") return actor.automationId;
  if (actor.kind === "reader") return actor.grantId;
  return actor.kind === "key" ? actor.keyId : null;
}

/** Who changed something, as far as the audit trail names them. */
export type AuditActor =
  | { kind: "user"; userId: string }
  | { kind: "key"; keyId: string }
  | { kind: "visitor" }
  | { kind: "reader"; grantId: string }
  | { kind: "github"; login: string }
  | { kind: "automation"; automationId: string }
  | { kind: "operator" }
  | { kind: "service" };
