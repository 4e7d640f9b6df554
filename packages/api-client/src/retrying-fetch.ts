export type RetryOptions = {
  /** Tries after the first; 3 by default, 0 for none. */
  maxRetries?: number;
  /** Before the first retry, in milliseconds; it doubles with each. The service's `Retry-After` goes before it. */
  retryDelayMs?: number;
};

const MAX_DELAY_MS = 60_000;
const BUSY = new Set([429, 503]);
const LOST = new Set([502, 504]);

/**
 * Makes a `fetch` that tries again: after a limit or while the service is unavailable any call, since nothing was done, and after a lost
 * connection those that may be repeated: reads, and calls with an `Idempotency-Key`.
 */
export function createRetryingFetch({ maxRetries = 3, retryDelayMs = 500 }: RetryOptions = {}) {
  return async (request: Request): Promise<Response> => {
    const mayRepeat = request.method === "GET" || request.headers.has("Idempotency-Key");
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= maxRetries;
      let delayMs = Math.min(MAX_DELAY_MS, retryDelayMs * 2 ** attempt) * (0.5 + Math.random() / 2);
      try {
        const response = await fetch(isLast ? request : request.clone());
        const isRetried = BUSY.has(response.status) || (mayRepeat && LOST.has(response.status));
        const asked = Number(response.headers.get("Retry-After") ?? Number.NaN) * 1_000;
        if (isLast || !isRetried || asked > MAX_DELAY_MS) return response;
        await response.body?.cancel();
        if (asked >= 0) delayMs = asked;
      } catch (error) {
        if (isLast || !mayRepeat || request.signal.aborted) throw error;
      }
      await pause(delayMs, request.signal);
    }
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal.addEventListener("abort", abort, { once: true });
  });
}
