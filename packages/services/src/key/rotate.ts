import { AppError } from "@docsteward/contract/error";
import { Id } from "@docsteward/contract/input-schema";
import type { ApiKey } from "@docsteward/db/client";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext } from "../context.ts";
import { insertKey, requireKeyAllowance } from "./create.ts";
import { type KeySummary, keyState, lockKey, presentKey } from "./key.ts";

const MAX_GRACE_HOURS = 720;
const GRACE_BOUNDS = `The old key's grace period must be 0 to ${MAX_GRACE_HOURS} hours.`;

/** Input of `rotateKey`, from the dashboard or the command line. */
export type RotateKey = z.infer<typeof RotateKey>;
/** Input of `rotateKey`. */
export const RotateKey = z.object({
  id: Id,
  /** Hours that the old key still works, 24 by default; 0 ends it now. */
  graceHours: z.int(GRACE_BOUNDS).min(0, GRACE_BOUNDS).max(MAX_GRACE_HOURS, GRACE_BOUNDS).optional(),
});

/** Result of `rotateKey`. `token` is the new key's secret, shown only here. */
export type RotatedKey = {
  token: string;
  key: KeySummary;
  /** The old one, with the time of its end. */
  replaced: KeySummary;
};

const DEFAULT_GRACE_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * Makes a key in the place of another, with the same settings, the same limits of its own and the same length of life. The old one ends
 * after a grace period, or at its own time when that is sooner.
 *
 * @throws AppError `not_found` when no such key opens the project; `conflict` when it has ended or was rotated before;
 *   `rate_limited` as when a key is made
 */
export async function rotateKey(ctx: ProjectContext, input: RotateKey): Promise<RotatedKey> {
  const { id, graceHours = DEFAULT_GRACE_HOURS } = input;
  const { id: organizationId } = ctx.organization;
  const now = ctx.clock.now();
  const graceEnd = new Date(now.getTime() + graceHours * HOUR_MS);
  return inTransaction(ctx, async (within) => {
    await requireKeyAllowance(within);
    const old = await lockKey(within, { id });
    requireRotatable(old, now);
    const { token, row } = await insertKey(within, successorOf(old, now));
    const end = old.expiresAt && old.expiresAt < graceEnd ? old.expiresAt : graceEnd;
    const data = { expiresAt: end, replacedById: row.id };
    const replaced = await within.db.apiKey.update({ where: { id, organizationId }, data });
    await copyLimits(within, { from: old, to: row });
    const details = { name: old.name, newKeyId: row.id, oldKeyEndsAt: end.toISOString() };
    const { projectId } = old;
    await recordAudit(within, { organizationId, projectId, action: "key.rotated", targetId: id, details });
    afterCommit(within, () => ctx.memory.forget());
    return { token, key: presentKey(row, now), replaced: presentKey(replaced, now) };
  });
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
  const { organizationId, projectId, kind, name, scopes, allowedIps, allowedOrigins, groups, createdById } = old;
  const lifetimeMs = old.expiresAt && old.expiresAt.getTime() - old.createdAt.getTime();
  const expiresAt = lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs);
  const access = { scopes, allowedIps, allowedOrigins, groups };
  const settings = { organizationId, projectId, kind, name, ...access, createdById };
  return { ...settings, createdAt: now, expiresAt };
}

async function copyLimits({ db }: ProjectContext, { from, to }: { from: ApiKey; to: ApiKey }): Promise<void> {
  const own = await db.limitOverride.findMany({ where: { organizationId: from.organizationId, ownerId: from.id } });
  await db.limitOverride.createMany({ data: own.map((limit) => ({ ...limit, ownerId: to.id })) });
}
