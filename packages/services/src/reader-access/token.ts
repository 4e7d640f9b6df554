import { AppError } from "@docsteward/contract/error";
import type { ReaderAccess } from "@docsteward/db/client";
import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";
import { createGuardedFetch, createNetworkPolicy } from "@docsteward/platform/guarded-http";
import {
  type CryptoKey,
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWSHeaderParameters,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";
import { readerSecretOf } from "./settings.ts";

const MAX_TOKEN = 8_000;
const MAX_GROUPS = 200;
const MAX_GROUP = 100;
/** Others name nobody. */
const SUBJECT = /^[^\p{C}]{1,150}$/u;
/** Clocks differ by so much. */
const TOLERANCE_SECONDS = 30;
/** A token that is copied should not work for long. */
const MAX_LIFETIME_SECONDS = 86_400;

/**
 * Checks a reader's token, and reads the groups in it, and who the reader is.
 *
 * It must be signed as the project says, by an algorithm of that method alone, name the project's domain or id as `aud`, and
 * end (`exp`) within a day.
 *
 * @throws AppError `invalid_reader_token` saying why; `unavailable` while the public keys can't be fetched
 */
export async function verifyReaderToken(
  ctx: ProjectContext,
  { access, token }: { access: ReaderAccess; token: string },
): Promise<{ groups: string[]; subject: string | null }> {
  if (token.length > MAX_TOKEN) throw refusal(`is longer than ${MAX_TOKEN} characters`);
  const payload = await verify(ctx, { access, token });
  const now = ctx.clock.now().getTime() / 1_000;
  if ((payload.exp ?? Number.POSITIVE_INFINITY) > now + MAX_LIFETIME_SECONDS + TOLERANCE_SECONDS)
    throw refusal("must expire (`exp`) within 24 hours");
  const { sub } = payload;
  const subject = typeof sub === "string" && SUBJECT.test(sub) ? sub : null;
  return { groups: readGroups(payload, access.groupsClaim), subject };
}

async function verify(
  ctx: ProjectContext,
  { access, token }: { access: ReaderAccess; token: string },
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    audience: [ctx.project.domain, ctx.project.id],
    ...(access.issuer !== null && { issuer: access.issuer }),
    requiredClaims: ["exp"],
    clockTolerance: TOLERANCE_SECONDS,
    currentDate: ctx.clock.now(),
  };
  try {
    if (access.method === "secret") {
      const secret = new TextEncoder().encode(readerSecretOf(ctx, access) ?? "");
      if (secret.length === 0) throw refusal("can't be checked: the project has no secret");
      return (await jwtVerify(token, secret, { ...options, algorithms: ["HS256"] })).payload;
    }
    if (access.method === "jwks" && access.keySetUrl !== null) {
      const key = await findPublicKey(ctx, { url: access.keySetUrl, header: decodeProtectedHeader(token) });
      if (key === null) throw refusal("is signed with a key that isn't in the key set");
      const algorithms = ["RS256", "ES256", "EdDSA"];
      return (await jwtVerify(token, key, { ...options, algorithms })).payload;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(explain(error, ctx.project.domain), error);
  }
  throw refusal("isn't used here: this project takes groups from API keys only. Leave it out");
}

function explain(error: unknown, domain: string): string {
  if (error instanceof errors.JWTExpired) return "has expired. Send a new one";
  if (error instanceof errors.JOSEAlgNotAllowed) return "is signed with an algorithm that isn't allowed here";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "aud") return `must have the \`aud\` ${domain}`;
    if (error.claim === "exp") return "has no valid `exp`";
    return `has no valid \`${error.claim.slice(0, 20)}\``;
  }
  return "has no valid signature";
}

function refusal(problem: string, cause?: unknown): AppError {
  return new AppError("invalid_reader_token", `The token in \`X-Reader-Token\` ${problem}.`, { cause });
}

/** The groups that a claim lists. @param refuse makes the error for a list that is too long or holds something else */
export function readGroups(
  payload: Readonly<Record<string, unknown>>,
  claim: string,
  refuse: (problem: string) => Error = refusal,
): string[] {
  const value = Object.hasOwn(payload, claim) ? payload[claim] : undefined;
  const groups = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];
  if (groups.length > MAX_GROUPS) throw refuse(`names more than ${MAX_GROUPS} groups`);
  return groups.map((group) => {
    const name = typeof group === "string" ? group.trim() : "";
    if (name === "" || name.length > MAX_GROUP)
      throw refuse(`must name groups of 1 to ${MAX_GROUP} characters in \`${claim}\``);
    return name;
  });
}

const BOUNDS = { ...DOCUMENT_BOUNDS, maxBytes: 64_000, maxErrorBytes: 1_000, timeoutMs: 5_000 };
const MAX_KEYS = 50;
/** Base64url characters of an RSA modulus: 8,192 bits. Longer ones make a check slow. */
const MAX_MODULUS = 1_366;
/** And of its exponent: 64 bits. With a long one, a check takes as long as signing. Nearly all have 17 bits. */
const MAX_EXPONENT = 11;
const FRESH_MS = 10 * 60_000;
/** An unknown key, or a failure, is a reason to fetch again; but not for each request. */
const RETRY_MS = 30_000;
/** A set that can't be fetched again is used for so long. */
const STALE_MS = 60 * 60_000;
const MAX_SETS = 1_000;

const KeySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), n: z.string().optional(), e: z.string().optional() })).max(1_000),
});

type Entry = { keys: JSONWebKeySet; fetchedAtMs: number; triedAtMs: number; fetching: Promise<void> | null };

/** The key sets that this process has fetched, the one used last at the end. */
const entries = new Map<string, Entry>();

/**
 * The public key that a token says it is signed with, from the project's key set. Sets are kept for 10 minutes, and fetched
 * again for an unknown key at most every 30 seconds.
 *
 * @returns null when the set has no such key
 * @throws AppError `unavailable` when the set can't be fetched
 */
async function findPublicKey(
  ctx: ProjectContext,
  { url, header }: { url: string; header: JWSHeaderParameters },
): Promise<CryptoKey | null> {
  const nowMs = ctx.clock.now().getTime();
  const entry = entries.get(url) ?? { keys: { keys: [] }, fetchedAtMs: 0, triedAtMs: 0, fetching: null };
  entries.delete(url);
  entries.set(url, entry);
  if (entries.size > MAX_SETS) entries.delete(entries.keys().next().value ?? "");
  if (nowMs - entry.fetchedAtMs > FRESH_MS) await refresh(ctx, url, entry);
  if (nowMs - entry.fetchedAtMs > STALE_MS) {
    const host = new URL(url).host;
    const message = `The public keys at ${host}, which readers' tokens are checked with, can't be fetched. Try again later.`;
    throw new AppError("unavailable", message, { retryAfterSeconds: RETRY_MS / 1_000 });
  }
  const found = await select(entry, header);
  if (found !== null) return found;
  await refresh(ctx, url, entry);
  return select(entry, header);
}

async function select({ keys }: Entry, header: JWSHeaderParameters): Promise<CryptoKey | null> {
  try {
    return await createLocalJWKSet(keys)(header);
  } catch (error) {
    // Of several keys without a `kid`, none is guessed.
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function refresh(ctx: ProjectContext, url: string, entry: Entry): Promise<void> {
  const nowMs = ctx.clock.now().getTime();
  if (entry.fetching === null && nowMs - entry.triedAtMs < RETRY_MS) return Promise.resolve();
  entry.triedAtMs = entry.fetching === null ? nowMs : entry.triedAtMs;
  entry.fetching ??= fetchKeys(ctx, url)
    .then((keys) => {
      entry.keys = keys;
      entry.fetchedAtMs = nowMs;
    })
    .catch((error: Error) => {
      ctx.log.warn({ projectId: ctx.project.id, error: error.message }, "public keys of readers could not be fetched");
    })
    .finally(() => {
      entry.fetching = null;
    });
  return entry.fetching;
}

async function fetchKeys({ webhooks }: ProjectContext, url: string): Promise<JSONWebKeySet> {
  const guarded = createGuardedFetch({ isAllowed: createNetworkPolicy(webhooks.allowedNetworks) });
  const response = await createBoundedFetch(BOUNDS, guarded)(url, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`The server of the key set answered ${response.status}.`);
  const { keys } = KeySet.parse(await response.json());
  const isQuick = ({ n = "", e = "" }: { n?: string; e?: string }) =>
    n.length <= MAX_MODULUS && e.length <= MAX_EXPONENT;
  const usable = keys.filter((key) => ["RSA", "EC", "OKP"].includes(key.kty) && isQuick(key));
  return { keys: usable.slice(0, MAX_KEYS) };
}
