import { promises as dns, type LookupAddress } from "node:dns";

type Lookup = (hostname: string) => Promise<LookupAddress[]>;

/** Names that answer within it are quick. */
const QUICK_MS = 1_000;
/** How long a name is left alone whose lookup failed and was not quick. */
const REST_MS = 30_000;
const MAX_WAITING = 1_000;
const MAX_NAMES = 10_000;

/** What is known of a name from its last lookup. */
type Known = { isQuick: boolean; failure: { cause: unknown; untilMs: number } | null };

/**
 * Looks up names that people chose: one at a time of those that were quick, and one of the others.
 *
 * The system's resolver takes a thread of this process until it gives up, which may be half a minute, and the process has a few such
 * threads for everything: without a bound, a few names whose servers never answer would keep it from finding its model, its Git host
 * and its mail server. A name that is known to be quick never waits for one that is not.
 */
export function createNameLookup({
  lookup = (hostname) => dns.lookup(hostname, { all: true }),
  nowMs = () => performance.now(),
}: {
  lookup?: Lookup;
  nowMs?: () => number;
} = {}) {
  const known = new Map<string, Known>();
  const lanes = { quick: createLane(), other: createLane() };

  async function ask(hostname: string): Promise<LookupAddress[]> {
    const last = known.get(hostname);
    if (last?.failure && nowMs() < last.failure.untilMs) throw last.failure.cause;
    const startedMs = nowMs();
    const isQuick = () => nowMs() - startedMs < QUICK_MS;
    try {
      const addresses = await lookup(hostname);
      remember(hostname, { isQuick: isQuick(), failure: null });
      return addresses;
    } catch (cause) {
      const failure = isQuick() ? null : { cause, untilMs: nowMs() + REST_MS };
      remember(hostname, { isQuick: isQuick(), failure });
      throw cause;
    }
  }

  function remember(hostname: string, facts: Known): void {
    // The name that was looked up longest ago is forgotten first.
    known.delete(hostname);
    known.set(hostname, facts);
    const [oldest] = known.keys();
    if (known.size > MAX_NAMES && oldest !== undefined) known.delete(oldest);
  }

  /** @throws what the resolver says, or the signal's reason for who still waits for a turn */
  return (hostname: string, signal: AbortSignal): Promise<LookupAddress[]> =>
    lanes[known.get(hostname)?.isQuick ? "quick" : "other"](signal, () => ask(hostname));
}

/** Lets one work at a time, in the order of arrival. Work that began is waited for, whoever has left: its thread is busy. */
function createLane() {
  const waiting = new Set<() => void>();
  let isBusy = false;

  function turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(begin);
      reject(signal.reason);
    };
    const begin = () => {
      signal.removeEventListener("abort", leave);
      resolve();
    };
    signal.addEventListener("abort", leave, { once: true });
    waiting.add(begin);
    return promise;
  }

  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    if (isBusy) {
      if (waiting.size >= MAX_WAITING)
        throw Object.assign(new Error("Too many names wait to be looked up."), { code: "EAI_AGAIN" });
      await turn(signal);
    }
    isBusy = true;
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next === undefined) isBusy = false;
      else {
        waiting.delete(next);
        next();
      }
    }
  };
}
