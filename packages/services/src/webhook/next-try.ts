const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What is waited before the second try, the third, and so on: eight tries within a day and a half. */
export const RETRY_DELAYS_MS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR] as const;

const JITTER = 0.1;
const MAX_ASKED_MS = 24 * HOUR;

/**
 * When a delivery is tried next; null when it has had its eight tries.
 *
 * @param tries how many it has had
 * @param retryAfter the endpoint's `Retry-After`, in seconds or as a date: never sooner than that, within a day
 */
export function nextTry(tries: number, now: Date, retryAfter?: string): Date | null {
  const delayMs = RETRY_DELAYS_MS[tries - 1];
  if (delayMs === undefined) return null;
  // Spread, so that an endpoint that comes back is not met by everything at once.
  const spreadMs = delayMs * (1 + JITTER * Math.random());
  return new Date(now.getTime() + Math.max(spreadMs, askedDelayMs(retryAfter, now)));
}

function askedDelayMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_ASKED_MS) : 0;
}
