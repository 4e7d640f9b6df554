import { AppError } from "@docsteward/contract/error";
import { KEY_LIFETIMES, KEY_PREFIX, KeyKind } from "@docsteward/contract/key";
import type { ApiKey, Prisma } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import { z } from "zod";
import { actorIdOf } from "../actor.ts";
import { recordAudit } from "../audit/record.ts";
import { inTransaction, type ProjectContext } from "../context.ts";
import { fingerprintOf } from "../secret/key-secret.ts";
import { KeySettings, type KeySummary, presentKey } from "./key.ts";
import { hashToken, makeToken } from "./token.ts";

const LIFETIME_CHOICES = KEY_LIFETIMES.filter((lifetime) => lifetime !== null).join(", ");

/** Input of `createKey`, from the dashboard or the command line. */
export type CreateKey = z.infer<typeof CreateKey>;
/** Input of `createKey`. */
export const CreateKey = KeySettings.extend({
  kind: KeyKind,
  /** Days until it expires, 90 by default; null is never. */
  expiresInDays: z.literal(KEY_LIFETIMES, `A key expires after ${LIFETIME_CHOICES} days, or never.`).optional(),
});

const DEFAULT_DAYS = 90;
const DAY_MS = 86_400_000;

/** Result of `createKey`. `token` is the secret, shown only here. */
export type CreatedKey = { token: string; key: KeySummary };

/**
 * Makes an API key: an admin key of the organization, or an assistant key of the project. Its token is returned here and nowhere
 * else.
 *
 * @throws AppError `rate_limited` when enough were made in the last hour
 */
export async function createKey(ctx: ProjectContext, input: CreateKey): Promise<CreatedKey> {
  const { kind, name, scopes, allowedIps, allowedOrigins, groups, expiresInDays = DEFAULT_DAYS } = input;
  const now = ctx.clock.now();
  return inTransaction(ctx, (within) =>
    addKey(within, {
      projectId: kind === "admin" ? null : ctx.project.id,
      kind,
      name,
      scopes: kind === "admin" ? (scopes ?? ["read", "write"]) : [],
      allowedIps: allowedIps ?? [],
      allowedOrigins: kind === "assistant" ? (allowedOrigins ?? []) : [],
      groups: kind === "assistant" ? (groups ?? []) : [],
      createdAt: now,
      expiresAt: expiresInDays === null ? null : new Date(now.getTime() + expiresInDays * DAY_MS),
    }),
  );
}

type NewKey = Omit<Prisma.ApiKeyUncheckedCreateInput, "id" | "prefix" | "last4" | "hash">;

type AddKeyInput = Omit<NewKey, "organizationId" | "createdById" | "createdAt"> & { createdAt: Date };

/**
 * Makes a key of the context's organization, if it may have one more now, and records who did it. Runs in a transaction.
 *
 * @throws AppError `rate_limited` when enough were made in the last hour
 */
export async function addKey(ctx: ProjectContext, settings: AddKeyInput): Promise<CreatedKey> {
  const { projectId, kind, isPlayground, createdAt } = settings;
  const { id: organizationId } = ctx.organization;
  const createdById = actorIdOf(ctx.actor);
  await requireKeyAllowance(ctx, isPlayground ? { playgroundOf: { createdById } } : {});
  const { token, row } = await insertKey(ctx, { ...settings, organizationId, createdById });
  const key = presentKey(row, createdAt);
  const details = { name: key.name, kind, hint: key.hint, expiresAt: key.expiresAt?.toISOString() ?? null };
  await recordAudit(ctx, { organizationId, projectId, action: "key.created", targetId: key.id, details });
  return { token, key };
}

/** Writes a new key: of its token the row keeps a keyed hash, the prefix and the last 4. */
export async function insertKey(ctx: ProjectContext, key: NewKey): Promise<{ token: string; row: ApiKey }> {
  const token = makeToken(key.kind);
  const row = await ctx.db.apiKey.create({
    data: {
      ...key,
      id: newId("key"),
      prefix: token.slice(0, KEY_PREFIX[key.kind].length + 4),
      last4: token.slice(-4),
      hash: hashToken(ctx.keySecret, token),
      secretId: fingerprintOf(ctx.keySecret),
    },
  });
  return { token, row };
}

const HOUR_MS = 3_600_000;
/** The admin key and the assistant key that a project begins with. */
const FIRST_KEYS = 2;

type AllowanceInput = {
  /** For the playground of this person, which has an allowance of its own: trying things out must not keep an admin from a key. */
  playgroundOf?: { createdById: string | null };
};

/**
 * Checks that the context's organization may have one more key made now. Of calls at the same time, the next one waits for this
 * transaction.
 *
 * @throws AppError `not_found` without the organization; `rate_limited` when its keys of the last hour are used up
 */
export async function requireKeyAllowance(ctx: ProjectContext, { playgroundOf }: AllowanceInput = {}): Promise<void> {
  const { db, clock, limits } = ctx;
  const { id: organizationId } = ctx.organization;
  const since = new Date(clock.now().getTime() - HOUR_MS);
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Organization" WHERE id = ${organizationId} FOR UPDATE`;
  if (!row) throw new AppError("not_found", "Organization not found.");
  const inThisHour = { organizationId, createdAt: { gt: since } };
  const where = { ...inThisHour, isPlayground: playgroundOf !== undefined, ...playgroundOf };
  const first = playgroundOf ? 0 : FIRST_KEYS * (await db.project.count({ where: inThisHour }));
  if ((await db.apiKey.count({ where })) < limits.keysPerHour + first) return;
  const oldest = await db.apiKey.findFirstOrThrow({ where, orderBy: { createdAt: "asc" } });
  throw new AppError(
    "rate_limited",
    playgroundOf
      ? `You created ${limits.keysPerHour} playground keys in the last hour, which is the limit. Try again later, or use one of your keys.`
      : `This organization created ${limits.keysPerHour} keys in the last hour, which is the limit. Try again later.`,
    { retryAfterSeconds: (oldest.createdAt.getTime() - since.getTime()) / 1_000 },
  );
}
