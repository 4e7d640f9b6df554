import { AppError } from "@docsteward/contract/error";
import type { ApiKey, Transaction } from "@docsteward/db/client";
import { withTransaction } from "@docsteward/db/with-transaction";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import type { Services } from "../context.ts";
import { insertKey, requireKeyAllowance } from "./create.ts";
import { type KeySelector, type KeySummary, keyState, lockKey, presentKey } from "./key.ts";

export type RotateKeyInput = KeySelector & {
  /** Hours that the old key still works, 24 unless told; 0 ends it now. */
  graceHours?: number;
  actor?: Actor;
};

export type RotatedKey = {
  token: string;
  key: KeySummary;
  /** The old one, with the time of its end. */
  replaced: KeySummary;
};

const DEFAULT_GRACE_HOURS = 24;
const MAX_GRACE_HOURS = 720;
const HOUR_MS = 3_600_000;

/**
 * Makes a key in the place of another, with the same settings, the same limits of its own and the same length of life. The old one ends
 * after a grace, or at its own time when that is sooner.
 *
 * @throws AppError `not_found` when the organization has no such key; `conflict` when it has ended or was rotated before;
 *   `rate_limited` as when a key is made; `invalid_request` for a grace that cannot be
 */
export async function rotateKey(services: Services, input: RotateKeyInput): Promise<RotatedKey> {
  const { organizationId, id, graceHours = DEFAULT_GRACE_HOURS, actor = { kind: "operator" } } = input;
  if (!(Number.isInteger(graceHours) && graceHours >= 0 && graceHours <= MAX_GRACE_HOURS)) {
    throw new AppError("invalid_request", `The old key's grace period must be 0 to ${MAX_GRACE_HOURS} hours.`);
  }
  const now = services.clock.now();
  const graceEnd = new Date(now.getTime() + graceHours * HOUR_MS);
  const rotated = await withTransaction(services.db, async (tx) => {
    await requireKeyAllowance(tx, services, { organizationId });
    const old = await lockKey(tx, input);
    requireRotatable(old, now);
    const { token, row } = await insertKey(tx, services, successorOf(old, now));
    const end = old.expiresAt && old.expiresAt < graceEnd ? old.expiresAt : graceEnd;
    const data = { expiresAt: end, replacedById: row.id };
    const replaced = await tx.apiKey.update({ where: { id, organizationId }, data });
    await copyLimits(tx, old, row);
    const details = { name: old.name, newKeyId: row.id, oldKeyEndsAt: end.toISOString() };
    const { projectId } = old;
    await recordAudit(tx, { organizationId, projectId, actor, action: "key.rotated", targetId: id, details, at: now });
    return { token, key: presentKey(row, now), replaced: presentKey(replaced, now) };
  });
  services.memory.forget();
  return rotated;
}

function requireRotatable(key: ApiKey, now: Date): void {
  if (key.replacedById !== null) {
    throw new AppError("conflict", `This API key was already rotated. ${key.replacedById} replaced it.`);
  }
  if (keyState(key, now) !== "valid") {
    throw new AppError("conflict", "This API key has ended and can't be rotated. Create a new one.");
  }
}

function successorOf(old: ApiKey, now: Date) {
  const { organizationId, projectId, kind, name, scopes, allowedIps, allowedOrigins, createdById } = old;
  const lifetimeMs = old.expiresAt && old.expiresAt.getTime() - old.createdAt.getTime();
  const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
  const settings = { organizationId, projectId, kind, name, scopes, allowedIps, allowedOrigins, createdById };
  return { ...settings, createdAt: now, expiresAt };
}

async function copyLimits(tx: Transaction, from: ApiKey, to: ApiKey): Promise<void> {
  const own = await tx.limitOverride.findMany({ where: { organizationId: from.organizationId, ownerId: from.id } });
  await tx.limitOverride.createMany({ data: own.map((limit) => ({ ...limit, ownerId: to.id })) });
}
