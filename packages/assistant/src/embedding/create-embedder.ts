import { createEmbeddingModel, type EmbeddingEnv } from "@docsteward/models/create-embedding-model";
import type { Embedder } from "./embedder.ts";
import { createOfflineEmbedder } from "./offline/offline-embedder.ts";
import type { RuntimeName } from "./offline/open-runtime.ts";
import { createProviderEmbedder } from "./provider-embedder.ts";

const TIMEOUT_MS = 1_500;
const SERVER_REST_MS = 30_000;
/** The model in this process is late only while it starts, or under load. */
const OWN_REST_MS = 1_000;
/** While it starts, questions are answered by their words. */
const OWN_START_MS = 200;

type Log = { warn(fields: object, message: string): void };

/** Makes the embedder of an installation; null when pages are to be found by their words alone. */
export function createEmbedder(env: EmbeddingEnv, log: Log): Embedder | null {
  if (env.EMBEDDING_PROVIDER === "none") return null;
  const model = createEmbeddingModel(env);
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, "question could not be embedded, search uses keywords only");
  if (model !== null)
    return withCircuitBreaker(createProviderEmbedder(model), {
      timeoutMs: TIMEOUT_MS,
      restMs: SERVER_REST_MS,
      onFailure,
    });
  const onReady = (runtime: RuntimeName, reason: string) => {
    if (runtime === "WebAssembly") log.warn({ reason }, "the embedding model runs as WebAssembly, which is slower");
  };
  const offline = createOfflineEmbedder({ onReady });
  return withCircuitBreaker(offline, { timeoutMs: TIMEOUT_MS, startMs: OWN_START_MS, restMs: OWN_REST_MS, onFailure });
}

type PatienceOptions = {
  /** How long a question waits for its vector. */
  timeoutMs: number;
  /** The same before the first vector was made; by default as long. */
  startMs?: number;
  /** How long questions go without after one failed. */
  restMs: number;
  onFailure(error: unknown): void;
};

/**
 * The same embedder, whose failures cost a question nothing but its meaning: it is found by its words. After a failure the
 * embedder is left alone for a while, so that not every question waits in vain.
 */
export function withCircuitBreaker(
  embedder: Embedder,
  { timeoutMs, startMs = timeoutMs, restMs, onFailure }: PatienceOptions,
): Embedder {
  let restsUntil = 0;
  let hasAnswered = false;
  return {
    ...embedder,
    async start() {
      await embedder.start?.();
      hasAnswered = true;
    },
    async embedQuery(text, { signal } = {}) {
      if (performance.now() < restsUntil) return new Float32Array();
      const timeout = AbortSignal.timeout(hasAnswered ? timeoutMs : startMs);
      try {
        const vector = await embedder.embedQuery(text, {
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        hasAnswered = true;
        return vector;
      } catch (error) {
        if (signal?.aborted) throw error;
        restsUntil = performance.now() + restMs;
        onFailure(error);
        return new Float32Array();
      }
    },
  };
}
