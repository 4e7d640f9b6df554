import { AppError } from "@docsteward/contract/error";
import { Id, Text } from "@docsteward/contract/input-schema";
import { type KeyKind, KeyName, KeyScope } from "@docsteward/contract/key";
import type { ApiKey, Transaction } from "@docsteward/db/client";
import { isAddressRange } from "@docsteward/platform/ip-ranges";
import { z } from "zod";
import { recordAudit } from "../audit/record.ts";
import { afterCommit, inTransaction, type ProjectContext } from "../context.ts";

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
async function requireKey({ db, organization, project }: KeyOwner, { id }: { id: string }): Promise<ApiKey> {
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

const MAX_ENTRIES = 100;
const TOO_MANY = `A key can have at most ${MAX_ENTRIES} IP addresses and ${MAX_ENTRIES} websites.`;
const AddressRange = z
  .string()
  .max(300)
  .refine(isAddressRange, {
    error: ({ input }) => `"${input}" isn't an IP address or a range such as 10.0.0.0/8.`,
  });
const Origin = z
  .string()
  .max(300)
  .refine(isOrigin, {
    error: ({ input }) => `"${input}" isn't a website's origin such as https://docs.example.com.`,
  });

const GroupName = Text.trim().min(1, "A group's name is empty.").max(100);

/** What people choose about a key, and may change while it lives. */
export const KeySettings = z.object({
  name: KeyName,
  /** Of an admin key. */
  scopes: z.array(KeyScope).min(1, "The key has no scope. Choose read, write or both.").max(3).optional(),
  /** Addresses and ranges that may use it; empty is any. */
  allowedIps: z.array(AddressRange).max(MAX_ENTRIES, TOO_MANY).optional(),
  /** Websites whose pages may use it, of an assistant key. */
  allowedOrigins: z.array(Origin).max(MAX_ENTRIES, TOO_MANY).optional(),
  /** Groups that the bearer of an assistant key is in, where the project enforces groups. */
  groups: z.array(GroupName).max(MAX_ENTRIES, `A key can have at most ${MAX_ENTRIES} groups.`).optional(),
});

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Input of `updateKey`. Omitted settings do not change. */
export type UpdateKey = z.infer<typeof UpdateKey>;
/** Input of `updateKey`; missing fields stay unchanged. */
export const UpdateKey = KeySettings.partial().extend({ id: Id });

/**
 * Changes what a key allows, or its name; what is left out stays. Takes effect on every process as a revocation does.
 *
 * @throws AppError `not_found` when no such key opens the project; `conflict` when it has ended
 */
export async function updateKey(ctx: ProjectContext, input: UpdateKey): Promise<KeySummary> {
  const { id, name, scopes, allowedIps, allowedOrigins, groups } = input;
  const { id: organizationId } = ctx.organization;
  const now = ctx.clock.now();
  return inTransaction(ctx, async (within) => {
    const before = await lockKey(within, { id });
    if (keyState(before, now) !== "valid") {
      throw new AppError("conflict", "This API key has ended and can't be changed. Create a new one.");
    }
    const changes = {
      ...(name !== undefined && { name }),
      ...(scopes && before.kind === "admin" && { scopes }),
      ...(allowedIps && { allowedIps }),
      ...(allowedOrigins && before.kind === "assistant" && { allowedOrigins }),
      ...(groups && before.kind === "assistant" && { groups }),
    };
    const after = await within.db.apiKey.update({ where: { id, organizationId }, data: changes });
    const { projectId } = before;
    await recordAudit(within, { organizationId, projectId, action: "key.updated", targetId: id, details: changes });
    afterCommit(within, () => ctx.memory.forget());
    return presentKey(after, now);
  });
}

/** Input of `revokeKey`: the id of the key. */
export type RevokeKey = z.infer<typeof RevokeKey>;
/** Names a key of the project. */
export const RevokeKey = z.object({ id: Id });

/**
 * Ends a key. This process refuses it from now on, every other one as soon as the database notifies it, and within 5 seconds in
 * any case. Revoking twice keeps the first time.
 *
 * @throws AppError `not_found` when no such key opens the project
 */
export async function revokeKey(ctx: ProjectContext, { id }: RevokeKey): Promise<KeySummary> {
  const { id: organizationId } = ctx.organization;
  const now = ctx.clock.now();
  return inTransaction(ctx, async (within) => {
    await requireKey(within, { id });
    const { count } = await within.db.apiKey.updateMany({
      where: { id, organizationId, revokedAt: null },
      data: { revokedAt: now },
    });
    const key = await requireKey(within, { id });
    const { projectId, name } = key;
    const change = { organizationId, projectId, action: "key.revoked", targetId: id, details: { name } } as const;
    if (count > 0) await recordAudit(within, change);
    afterCommit(within, () => ctx.memory.forget());
    return presentKey(key, now);
  });
}
