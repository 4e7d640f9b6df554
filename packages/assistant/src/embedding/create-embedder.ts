import {
  createEmbeddingModel,
  type EmbeddingEnv,
  type EmbeddingModel,
} from "@docsteward/models/create-embedding-model";
import { toEmbeddingError } from "@docsteward/models/model-error";
import { embedMany } from "ai";
import type { Embedder, EmbedOptions } from "./embedder.ts";
import { createOfflineEmbedder } from "./offline/offline-embedder.ts";
import type { RuntimeName } from "./offline/open-runtime.ts";

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

/** Calls at the same time: a server of one's own is not flooded, and a service is kept busy. */
const MAX_PARALLEL_CALLS = 4;
const MAX_RETRIES = 3;
/** Models cut or refuse longer texts. */
const MAX_CHARACTERS = 6_000;

/** Embeds with a provider's model. Its vectors are brought to length 1. */
export function createProviderEmbedder(model: EmbeddingModel): Embedder {
  const embed = async (texts: string[], maxRetries: number, { signal }: EmbedOptions = {}) => {
    if (texts.length === 0) return [];
    try {
      const { embeddings } = await embedMany({
        model,
        // An empty text is refused by many servers.
        values: texts.map((text) => text.slice(0, MAX_CHARACTERS).trim() || "-"),
        maxParallelCalls: MAX_PARALLEL_CALLS,
        maxRetries,
        abortSignal: signal,
      });
      return embeddings.map(toUnit);
    } catch (error) {
      // A caller who leaves is no failure of the embedder; one who has waited long enough is.
      if (signal?.aborted && signal.reason?.name !== "TimeoutError") throw error;
      throw toEmbeddingError(error);
    }
  };
  return {
    id: `${model.provider}:${model.modelId}`,
    embedDocuments: (texts, options) => embed(texts, MAX_RETRIES, options),
    embedQuery: async (text, options) => {
      const [vector] = await embed([text], 0, options);
      return vector ?? new Float32Array();
    },
  };
}

function toUnit(values: number[]): Float32Array {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => (length === 0 ? 0 : value / length));
}
