import type { LimitName } from "@docsteward/contract/limits";
import type { Role } from "./member/role.ts";

/** Who acts: the bearer of an API key, a person who is signed in, one who wrote a comment at GitHub, or one at the machine. */
export type Actor = KeyActor | UserActor | GitHubActor | { kind: "operator" };

/** Who wrote a comment at GitHub, by the login that its signed event names, and may push to the repository there. */
export type GitHubActor = { kind: "github"; login: string };

/** Who has signed in, and what they may do in the organization that is acted in. */
export type UserActor = { kind: "user"; userId: string; name: string; role: Role };

export type KeyActor = {
  kind: "key";
  keyId: string;
  /** The request that acts, as the log and its answer name it. */
  requestId?: string;
  /** Where it came from. */
  address?: string;
  /** Limits that are other than the configured ones for this key. */
  quotas?: Quotas;
};

export type Quotas = Partial<Record<LimitName, number>>;
