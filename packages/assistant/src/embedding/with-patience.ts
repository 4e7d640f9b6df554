import type { Embedder } from "./embedder.ts";

export type PatienceOptions = {
  /** How long a question waits for its vector. */
  timeoutMs: number;
  /** How long questions go without after one failed. */
  restMs: number;
  onFailure(error: unknown): void;
};

/**
 * The same embedder, whose failures cost a question nothing but its meaning: it is found by its words. After a failure the
 * embedder is left alone for a while, so that not every question waits in vain.
 */
export function withPatience(embedder: Embedder, { timeoutMs, restMs, onFailure }: PatienceOptions): Embedder {
  let restsUntil = 0;
  return {
    ...embedder,
    async embedQuery(text, { signal } = {}) {
      if (performance.now() < restsUntil) return new Float32Array();
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        return await embedder.embedQuery(text, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
      } catch (error) {
        if (signal?.aborted) throw error;
        restsUntil = performance.now() + restMs;
        onFailure(error);
        return new Float32Array();
      }
    },
  };
}
