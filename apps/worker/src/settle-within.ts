import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits for work that is told to stop by `signal`; when it has not stopped `graceMs` later it is left to itself, and its place
 * is free.
 *
 * @throws what the work throws, or the signal's reason when the work was left
 */
export async function settleWithin<T>(work: Promise<T>, signal: AbortSignal, graceMs: number): Promise<T> {
  const settled = new AbortController();
  const left = async (): Promise<never> => {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true, signal: settled.signal });
      settled.signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await sleep(graceMs, undefined, { signal: settled.signal });
    throw signal.reason;
  };
  const leaving = left();
  leaving.catch(() => undefined);
  try {
    return await Promise.race([work, leaving]);
  } finally {
    settled.abort();
    // Work that was left may still fail; nobody waits for it any more.
    work.catch(() => undefined);
  }
}
