/** Lets requests begin in a fair order. */
export type FairGate = {
  /** Begins a request when its turn comes: immediately while few others begin. */
  enter(caller: string, start: () => void): void;
};

/** Requests that begin in one turn of the event loop. Each costs one or two milliseconds there, and more between turns. */
const STARTS_A_TURN = 2;
/** Callers whose share is remembered when none of their requests waits. */
const MAX_REMEMBERED = 10_000;

/**
 * Makes the gate that requests pass before they are routed. A flood that arrives together would otherwise fill one turn of the event loop
 * for a second, and all other callers would wait for the whole of it.
 *
 * Of the callers whose requests wait, the one that has begun the fewest lately comes first. A caller that was away has no claim to what it
 * did not use.
 */
export function createFairGate(): FairGate {
  const waiting = new Map<string, (() => void)[]>();
  /** Requests that each caller has begun, counted from where the others stood when it came. */
  const begun = new Map<string, number>();
  /** Where the caller stood that began last. */
  let present = 0;
  let startsLeft = STARTS_A_TURN;
  let isTurnAhead = false;

  const next = (): string | undefined => {
    let first: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const caller of waiting.keys()) {
      const count = begun.get(caller) ?? 0;
      if (count >= least) continue;
      first = caller;
      least = count;
    }
    return first;
  };

  const begin = (caller: string) => {
    const line = waiting.get(caller);
    const start = line?.shift();
    if (line?.length === 0) waiting.delete(caller);
    present = begun.get(caller) ?? present;
    begun.set(caller, present + 1);
    startsLeft -= 1;
    start?.();
  };

  const work = () => {
    for (let caller = next(); caller !== undefined && startsLeft > 0; caller = next()) begin(caller);
    if (isTurnAhead || startsLeft === STARTS_A_TURN) return;
    isTurnAhead = true;
    setImmediate(() => {
      isTurnAhead = false;
      startsLeft = STARTS_A_TURN;
      work();
    });
  };

  const forget = () => {
    for (const [caller, count] of begun) if (count <= present && !waiting.has(caller)) begun.delete(caller);
  };

  return {
    enter(caller, start) {
      const line = waiting.get(caller);
      if (line === undefined) {
        begun.set(caller, Math.max(begun.get(caller) ?? 0, present));
        waiting.set(caller, [start]);
      } else line.push(start);
      if (begun.size > MAX_REMEMBERED) forget();
      work();
    },
  };
}
