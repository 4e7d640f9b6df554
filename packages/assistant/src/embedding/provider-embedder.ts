import type { EmbeddingModel } from "@docsteward/models/create-embedding-model";
import { toEmbeddingError } from "@docsteward/models/embedding-error";
import { embedMany } from "ai";
import type { Embedder, EmbedOptions } from "./embedder.ts";

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
