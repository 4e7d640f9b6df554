import { setTimeout as sleep } from "node:timers/promises";
import { isAway } from "./is-away.ts";
import type { Reporter } from "./reporter.ts";

export type WaitOptions = {
  log: Reporter;
  /** Gives up the wait; the error of the last try is thrown. */
  signal?: AbortSignal;
  /** Longest wait, 10 minutes unless told. */
  maxWaitMs?: number;
};

const MAX_WAIT_MS = 600_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 500;

/**
 * Does `work`, and again as long as PostgreSQL is away. `work` may have been done already when it is done again: its answer can
 * be what got lost.
 *
 * @throws whatever else `work` throws, at once; the last error when the wait took too long or was given up
 */
export async function waitWhileAway<T>(work: () => Promise<T>, options: WaitOptions): Promise<T> {
  const { log, signal, maxWaitMs = MAX_WAIT_MS } = options;
  const deadlineMs = performance.now() + maxWaitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isAway(error) || signal?.aborted || performance.now() + pauseMs > deadlineMs) throw error;
      if (pauseMs === FIRST_PAUSE_MS)
        log.warn({ error: (error as Error).message }, "database is unavailable, retrying");
      // The wait ends early with the signal; the next try then tells how things stand.
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
