import { AppError } from "@docsteward/contract/error";
import type { KeyKind } from "@docsteward/contract/key";
import type { ApiKey, Transaction } from "@docsteward/db/client";

type KeyState = "valid" | "expired" | "revoked";

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
  allowedIps: string[];
  allowedOrigins: string[];
  createdAt: Date;
  /** The person, or the key, that made it; null for one made at the machine. */
  createdById: string | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  /** The key that a rotation made in its place. */
  replacedById: string | null;
};

/** A key as lists show it. @param now decides its state */
export function presentKey(key: ApiKey, now: Date): KeySummary {
  return {
    id: key.id,
    kind: key.kind,
    name: key.name,
    hint: `${key.prefix}…${key.last4}`,
    state: keyState(key, now),
    projectId: key.projectId,
    scopes: key.scopes,
    allowedIps: key.allowedIps,
    allowedOrigins: key.allowedOrigins,
    createdAt: key.createdAt,
    createdById: key.createdById,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
    lastUsedAt: key.lastUsedAt,
    replacedById: key.replacedById,
  };
}

/** Whether a key opens anything at this time; one that was revoked says so even when its time is over, too. */
export function keyState(key: Pick<ApiKey, "expiresAt" | "revokedAt">, now: Date): KeyState {
  if (key.revokedAt !== null && key.revokedAt <= now) return "revoked";
  return key.expiresAt !== null && key.expiresAt <= now ? "expired" : "valid";
}

/** Names a key of an organization; with `projectId` only one that opens that project: its own, or an admin key. */
export type KeySelector = { organizationId: string; projectId?: string; id: string };

/** A key of an organization. @throws AppError `not_found`, the same for an unknown key and for one that lies elsewhere */
export async function requireKey(db: Pick<Transaction, "apiKey">, path: KeySelector): Promise<ApiKey> {
  const key = await db.apiKey.findUnique({ where: { id: path.id, organizationId: path.organizationId } });
  const isElsewhere = path.projectId !== undefined && key?.projectId != null && key.projectId !== path.projectId;
  if (!key || isElsewhere) throw new AppError("not_found", "API key not found.");
  return key;
}

/**
 * Reads a key of an organization and keeps everybody else from changing it until `tx` ends.
 *
 * @throws AppError `not_found`, the same for an unknown key and for one that lies elsewhere
 */
export async function lockKey(tx: Transaction, path: KeySelector): Promise<ApiKey> {
  await tx.$queryRaw`
    SELECT 1 FROM "ApiKey" WHERE id = ${path.id} AND "organizationId" = ${path.organizationId} FOR UPDATE`;
  return requireKey(tx, path);
}
