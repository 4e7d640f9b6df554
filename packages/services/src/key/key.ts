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
  /** Of an assistant key: the groups that its bearer is in. */
  groups: string[];
  createdAt: Date;
  /** The person, or the key, that made it; null for one from the command line. */
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
    groups: key.groups,
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

/** Where a key is looked for. In a project, only a key that opens the project is found: its own, or an admin key. */
type KeyOwner = { db: Transaction; organization: { id: string }; project?: { id: string } };

/** A key of an organization. @throws AppError `not_found`, the same for an unknown key and for one that lies elsewhere */
export async function requireKey({ db, organization, project }: KeyOwner, { id }: { id: string }): Promise<ApiKey> {
  const key = await db.apiKey.findUnique({ where: { id, organizationId: organization.id } });
  const isElsewhere = project !== undefined && key?.projectId != null && key.projectId !== project.id;
  if (!key || isElsewhere) throw new AppError("not_found", "API key not found.");
  return key;
}

/**
 * Reads a key of an organization and locks it until the transaction ends.
 *
 * @throws AppError `not_found`, the same for an unknown key and for one that lies elsewhere
 */
export async function lockKey(ctx: KeyOwner, { id }: { id: string }): Promise<ApiKey> {
  await ctx.db.$queryRaw`
    SELECT 1 FROM "ApiKey" WHERE id = ${id} AND "organizationId" = ${ctx.organization.id} FOR UPDATE`;
  return requireKey(ctx, { id });
}
