import type { KeyKind } from "@docsteward/contract/key";
import type { ApiKey } from "@docsteward/db/client";

export type KeyState = "valid" | "expired" | "revoked";

/** A key as lists show it; the token is not in it. */
export type KeySummary = {
  id: string;
  kind: KeyKind;
  name: string;
  /** `svc_AbCd…wxyz` */
  hint: string;
  state: KeyState;
  projectId: string | null;
  scopes: string[];
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

export function presentKey(key: ApiKey, now: Date): KeySummary {
  const { id, kind, name, projectId, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = key;
  const hint = `${key.prefix}…${key.last4}`;
  return {
    id,
    kind,
    name,
    hint,
    state: stateOf(key, now),
    projectId,
    scopes,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
  };
}

export function stateOf(key: Pick<ApiKey, "expiresAt" | "revokedAt">, now: Date): KeyState {
  if (key.revokedAt !== null && key.revokedAt <= now) return "revoked";
  return key.expiresAt !== null && key.expiresAt <= now ? "expired" : "valid";
}
