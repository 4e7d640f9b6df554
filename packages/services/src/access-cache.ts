import type { Notifier } from "@docsteward/db/notify";
import type { Clock } from "@docsteward/platform/clock";

/** A per-process cache of access checks, 5 seconds long. */
export type AccessCache = {
  /**
   * What `load` gave for this name in the last 5 seconds, else what it gives now. Calls at the same time share one load; one that
   * fails or gives null is not remembered.
   */
  recall<T>(name: string, load: () => Promise<T>): Promise<T>;
  /** Forgets everything: something has changed. */
  forget(): void;
};

// The database tells every process of a change; this bounds what a notification that got lost can cost.
const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** Remembers for some seconds what decides over a call, so that a busy caller costs no look-up a request. */
export function createAccessCache(clock: Clock, notifier?: Notifier): AccessCache {
  const entries = new Map<string, { value: Promise<unknown>; atMs: number }>();
  const forget = () => entries.clear();
  notifier?.subscribe("access", forget);
  return {
    forget,
    recall<T>(name: string, load: () => Promise<T>): Promise<T> {
      const nowMs = clock.now().getTime();
      const known = entries.get(name);
      // Only loads of the same name end up under it, so they have one type.
      if (known && nowMs - known.atMs < MAX_AGE_MS) return known.value as Promise<T>;
      const entry = { value: load(), atMs: nowMs };
      entries.delete(name);
      entries.set(name, entry);
      if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value ?? "");
      const drop = () => void (entries.get(name) === entry && entries.delete(name));
      entry.value.then((value) => value === null && drop(), drop);
      return entry.value;
    },
  };
}
