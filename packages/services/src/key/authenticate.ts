import { timingSafeEqual } from "node:crypto";
import { AppError } from "@docsteward/contract/error";
import type { KeyKind, KeyScope } from "@docsteward/contract/key";
import type { ApiKey } from "@docsteward/db/client";
import type { Services } from "../context.ts";
import { isInRanges } from "./address-ranges.ts";
import { hashToken } from "./hash-token.ts";
import { parseToken } from "./parse-token.ts";
import { stateOf } from "./present.ts";

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
};

export type AuthenticatedKey = Pick<ApiKey, "id" | "organizationId" | "projectId" | "kind" | "scopes" | "name">;

const LAST_USED_STEP_MS = 60_000;

/**
 * Finds the key behind a token and checks that it may be used for this call.
 *
 * A token with a wrong checksum is refused without a look-up. A known key is remembered for 5 seconds, so a revocation
 * reaches every process within that. `lastUsedAt` is written beside the request, at most once a minute.
 *
 * @throws AppError 401 `missing_key invalid_key revoked_key expired_key`, 403 `wrong_key_type insufficient_scope
 *   ip_not_allowed origin_not_allowed`, in this order
 */
export async function authenticate(services: Services, input: AuthenticateInput): Promise<AuthenticatedKey> {
  if (!input.token) {
    throw new AppError("missing_key", "Send your API key in the header `Authorization: Bearer <key>`.");
  }
  const key = parseToken(input.token) === null ? null : await findKey(services, input.token);
  if (key === null)
    throw new AppError("invalid_key", "This API key is not valid. Check that it was copied as a whole.");
  requireValid(key, services.clock.now());
  requireAllowed(key, input);
  noteUse(services, key);
  return key;
}

async function findKey(services: Services, token: string): Promise<ApiKey | null> {
  const hash = hashToken(services.keySecret, token);
  const cached = services.keyCache.get(hash);
  if (cached) return cached;
  const key = await services.db.apiKey.findUnique({ where: { hash } });
  if (!key || !timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) return null;
  services.keyCache.set(key);
  return key;
}

function requireValid(key: ApiKey, now: Date): void {
  switch (stateOf(key, now)) {
    case "revoked":
      throw new AppError("revoked_key", "This API key was revoked. Make a new one.");
    case "expired":
      throw new AppError("expired_key", "This API key has expired. Make a new one.");
    case "valid":
  }
}

function requireAllowed(key: ApiKey, { kind, scope, address, origin }: AuthenticateInput): void {
  if (key.kind !== kind) {
    const needed = kind === "admin" ? "an admin key (svc_…)" : "an assistant key (svc_dsc_…)";
    throw new AppError("wrong_key_type", `This operation takes ${needed}, not an ${key.kind} key.`);
  }
  if (key.kind === "admin" && !key.scopes.includes(scope)) {
    throw new AppError("insufficient_scope", `This API key does not allow to ${scope}.`);
  }
  if (key.allowedIps.length > 0 && !isInRanges(address ?? "", key.allowedIps)) {
    throw new AppError("ip_not_allowed", "This API key may not be used from your address.");
  }
  if (key.kind === "assistant" && origin !== undefined && !key.allowedOrigins.includes(origin)) {
    throw new AppError("origin_not_allowed", "This API key may not be used from this website.");
  }
}

function noteUse({ db, clock, log, keyCache }: Services, key: ApiKey): void {
  const now = clock.now();
  const before = new Date(now.getTime() - LAST_USED_STEP_MS);
  if (key.lastUsedAt !== null && key.lastUsedAt > before) return;
  keyCache.set({ ...key, lastUsedAt: now });
  db.apiKey
    .updateMany({
      where: { id: key.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: before } }] },
      data: { lastUsedAt: now },
    })
    .catch((error: Error) => log.warn({ keyId: key.id, error: error.message }, "use of a key was not noted"));
}
