import { AppError } from "@docsteward/contract/error";
import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";
import { createGuardedFetch, createNetworkPolicy } from "@docsteward/platform/guarded-http";
import { type CryptoKey, createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters } from "jose";
import { z } from "zod";
import type { ProjectContext } from "../context.ts";

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
export async function findPublicKey(
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
