import type { ApiKey } from "@docsteward/db/client";
import type { Clock } from "@docsteward/platform/clock";

export type KeyCache = {
  get(hash: string): ApiKey | undefined;
  set(key: ApiKey): void;
  /** Forgets a key that this process has just revoked. */
  remove(hash: string): void;
};

// Other processes learn of a revocation when the row is read again: well inside the 10 seconds that are promised.
const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** Remembers rows of API keys for some seconds, so that a busy caller costs no query a request. */
export function createKeyCache(clock: Clock): KeyCache {
  const entries = new Map<string, { key: ApiKey; readAtMs: number }>();
  return {
    get(hash) {
      const entry = entries.get(hash);
      if (entry && clock.now().getTime() - entry.readAtMs < MAX_AGE_MS) return entry.key;
      entries.delete(hash);
      return undefined;
    },
    set(key) {
      if (entries.size >= MAX_ENTRIES) entries.clear();
      entries.set(key.hash, { key, readAtMs: clock.now().getTime() });
    },
    remove: (hash) => void entries.delete(hash),
  };
}
