import { timingSafeEqual } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import type { KeyKind, KeyScope } from "@docsteward/contract/key";
import { LIMIT_NAMES } from "@docsteward/contract/limits";
import type { ApiKey, LimitOverride } from "@docsteward/db/client";
import { createAddressMatcher } from "@docsteward/platform/ip-ranges";
import type { Quotas } from "../actor.ts";
import type { SystemContext } from "../context.ts";
import { boundsOf } from "../limit/bounds.ts";
import { toFigure } from "../limit/quotas.ts";
import { LIMIT_RULES } from "../limit/rules.ts";
import { findPublicProject } from "../project/public.ts";
import { fingerprintOf } from "../secret/key-secret.ts";
import { keyState } from "./key.ts";
import { hashesOf, hashToken, parseToken } from "./token.ts";

/** One request's credentials and the permissions that its operation requires. */
export type AuthenticateInput = {
  /** What stood behind `Bearer`; empty or undefined when nothing did. */
  token: string | undefined;
  /** The kind of key that opens the operation, and what it must allow. */
  kind: KeyKind;
  scope: KeyScope;
  /** The caller's address, for keys that are bound to some. */
  address?: string;
  /** The `Origin` header of a browser. */
  origin?: string;
  /** Whether this call counts as a use of the key; true by default. */
  isCounted?: boolean;
};

/** The facts of a valid key that its request needs; never its hash. */
export type AuthenticatedKey = Pick<
  StoredKey,
  "id" | "organizationId" | "projectId" | "kind" | "scopes" | "name" | "quotas" | "groups" | "isPlayground"
>;

const LAST_USED_STEP_MS = 60_000;

/**
 * Finds the key behind a token and checks that it may be used for this call.
 *
 * A token with a wrong checksum is refused without a look-up. A known key is remembered for 5 seconds at most: the database tells
 * every process when one changes. `lastUsedAt` is written beside the request, at most once a minute.
 *
 * @throws AppError 401 `missing_key invalid_key revoked_key expired_key`, 403 `wrong_key_type insufficient_scope
 *   ip_not_allowed origin_not_allowed`, in this order
 */
export async function authenticate(ctx: SystemContext, input: AuthenticateInput): Promise<AuthenticatedKey> {
  if (!input.token) {
    throw new AppError("missing_key", "Send your API key in the header `Authorization: Bearer <key>`.");
  }
  const key = parseToken(input.token) === null ? null : await findKey(ctx, input.token);
  if (key === null) throw new AppError("invalid_key", "This API key is invalid. Check that you copied the whole key.");
  const isCounted = input.isCounted !== false;
  try {
    requireValid(key, ctx.clock.now());
    requireAllowed(ctx, key, input);
  } catch (error) {
    if (isCounted) ctx.keyUses.noteError(key.id, ctx.clock.now());
    throw error;
  }
  if (!isCounted) return key;
  // Callers with an assistant key are readers, so their addresses are not kept.
  ctx.keyUses.note(key.id, ctx.clock.now(), key.kind === "admin" ? input.address : undefined);
  recordLastUse(ctx, key);
  return key;
}

async function findKey(ctx: SystemContext, token: string): Promise<StoredKey | null> {
  const [current, ...earlier] = hashesOf(ctx, token);
  for (const hash of [current, ...earlier]) {
    if (hash === undefined) continue;
    const key = await ctx.memory.recall(`key:${hash}`, () => findStoredKey(ctx, { hash }));
    if (!key || !timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) continue;
    if (hash !== current) hashAgain(ctx, key, token);
    return key;
  }
  return null;
}

/** A key that was hashed with the previous secret: its token is known only now. */
function hashAgain({ db, log, memory, keySecret }: SystemContext, { id, hash }: StoredKey, token: string): void {
  const data = { hash: hashToken(keySecret, token), secretId: fingerprintOf(keySecret) };
  memory
    .recall(`hash:${id}`, () => db.apiKey.updateMany({ where: { id, hash }, data }))
    .catch((error: Error) => log.warn({ keyId: id, error: error.message }, "a key could not be hashed again"));
}

function requireValid(key: StoredKey, now: Date): void {
  switch (keyState(key, now)) {
    case "revoked":
      throw new AppError("revoked_key", "This API key was revoked. Create a new one.");
    case "expired":
      throw new AppError("expired_key", "This API key has expired. Create a new one.");
    case "valid":
  }
}

function requireAllowed(ctx: SystemContext, key: StoredKey, { kind, scope, address, origin }: AuthenticateInput): void {
  if (key.kind !== kind) {
    const needed = kind === "admin" ? "an admin key (svc_…)" : "an assistant key (svc_dsc_…)";
    throw new AppError("wrong_key_type", `This operation requires ${needed}, not an ${key.kind} key.`);
  }
  if (key.kind === "admin" && !key.scopes.includes(scope)) {
    throw new AppError("insufficient_scope", `This API key doesn't have the ${scope} scope.`);
  }
  if (key.allowedIps.length > 0 && !isInRanges(address ?? "", key.allowedIps)) {
    throw new AppError("ip_not_allowed", "This API key can't be used from your IP address.");
  }
  if (key.kind === "admin" || origin === undefined) return;
  if (!key.allowedOrigins.includes(origin) && !isOwnOrigin(ctx, origin)) {
    throw new AppError("origin_not_allowed", "This API key can't be used from this website.");
  }
}

function recordLastUse({ db, clock, log, memory }: SystemContext, key: StoredKey): void {
  const now = clock.now();
  const before = new Date(now.getTime() - LAST_USED_STEP_MS);
  if (key.lastUsedAt !== null && key.lastUsedAt > before) return;
  const write = () =>
    db.apiKey.updateMany({
      where: { id: key.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }] },
      data: { lastUsedAt: now },
    });
  memory
    .recall(`use:${key.id}`, write)
    .catch((error: Error) =>
      log.warn({ keyId: key.id, error: error.message }, "last use of a key could not be stored"),
    );
}

/** A key's row, and the limits that are other than the configured ones for it. */
type StoredKey = ApiKey & { quotas: Quotas };

/** The key with this hash; null when there is none. */
async function findStoredKey(
  { db, limits }: Pick<SystemContext, "db" | "limits">,
  { hash }: { hash: string },
): Promise<StoredKey | null> {
  const row = await db.apiKey.findUnique({
    where: { hash },
    include: { organization: { select: { limitOverrides: true } } },
  });
  if (!row) return null;
  const { organization, ...key } = row;
  return {
    ...key,
    quotas: quotasOf({ limits }, organization.limitOverrides, { organizationId: key.organizationId, id: key.id }),
  };
}

type Overrides = readonly Pick<LimitOverride, "ownerId" | "name" | "quota" | "grantedQuota">[];

/** The limits that are other than the configured ones for a caller of an organization: by its id, or by its organization's. */
export function quotasOf(
  { limits }: Pick<SystemContext, "limits">,
  overrides: Overrides,
  { organizationId, id }: { organizationId: string; id?: string },
): Quotas {
  const quotas = LIMIT_NAMES.flatMap((name) => {
    const rows = overrides.filter((override) => override.name === name);
    const ofOrganization = rows.find(({ ownerId }) => ownerId === organizationId);
    const ofKey = rows.find(({ ownerId }) => ownerId === id);
    if (!ofOrganization && !ofKey) return [];
    const { effective } = boundsOf({
      installation: limits[LIMIT_RULES[name].setting],
      organization: toFigure(ofOrganization),
      part: toFigure(ofKey),
    });
    return [[name, effective]];
  });
  return Object.fromEntries(quotas);
}

const LOCAL = /^https?:\/\/(localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Whether a website needs no listing on a key: the service's own pages, and every page on this machine as long as the service is
 * reached at an address of this machine, too, which is to say in development.
 */
function isOwnOrigin({ baseUrl }: Pick<SystemContext, "baseUrl">, origin: string): boolean {
  const own = new URL(baseUrl).origin;
  return origin === own || (LOCAL.test(own) && LOCAL.test(origin));
}

/**
 * Whether pages of a website may read answers about a documentation site: one of the site's valid keys lists it.
 *
 * Asked before there is a key (a browser's preflight has none) and for refusals. False for a site that does not exist.
 */
export async function isListedOrigin(
  ctx: SystemContext,
  { domain, origin }: { domain: string; origin: string },
): Promise<boolean> {
  if (isOwnOrigin(ctx, origin)) return true;
  if (domain.length > 100 || domain.includes("\0")) return false;
  const now = ctx.clock.now();
  // What everyone may read without a key, every website may.
  if ((await findPublicProject(ctx, { domain })) !== null) return true;
  const origins = await ctx.memory.recall(`origins:${domain}`, async () => {
    const keys = await ctx.db.apiKey.findMany({
      where: { kind: "assistant", revokedAt: null, project: { domain } },
      select: { allowedOrigins: true, expiresAt: true },
    });
    const listed = keys
      .filter(({ expiresAt }) => !expiresAt || expiresAt > now)
      .flatMap(({ allowedOrigins }) => allowedOrigins);
    // Made-up domains must not push what is remembered of keys out of the memory.
    return listed.length > 0 ? listed : null;
  });
  return origins?.includes(origin) ?? false;
}

/** Whether an address lies in one of the ranges. */
function isInRanges(address: string, ranges: string[]): boolean {
  return createAddressMatcher(ranges)(address);
}
