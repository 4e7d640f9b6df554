import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import type { Env } from "@docsteward/platform/env";
import { createEmbeddingFetch, withVersionPath } from "./endpoint.ts";

/** Environment variables that choose the embedding model. */
export type EmbeddingEnv = Pick<
  Env,
  "EMBEDDING_PROVIDER" | "EMBEDDING_BASE_URL" | "EMBEDDING_API_KEY" | "EMBEDDING_MODEL"
>;

/** An embedding model of the ai SDK, of any provider. */
export type EmbeddingModel = EmbeddingModelV4;

/** Texts a request: servers of one's own often take no more than a hundred. */
const TEXTS_PER_CALL = 64;

/**
 * Makes the embedding model of an installation, as Ollama, vLLM, LM Studio and many services serve them. Nothing is contacted
 * before the first call.
 *
 * @param env as `parseEnv` returns it, which has checked that the provider's variables are set
 * @returns null when no server is configured
 */
export function createEmbeddingModel(env: EmbeddingEnv): EmbeddingModel | null {
  const { EMBEDDING_PROVIDER, EMBEDDING_BASE_URL, EMBEDDING_API_KEY, EMBEDDING_MODEL } = env;
  if (EMBEDDING_PROVIDER !== "openai-compatible") return null;
  if (EMBEDDING_BASE_URL === undefined || EMBEDDING_MODEL === undefined)
    throw new Error("EMBEDDING_BASE_URL and EMBEDDING_MODEL must be set for EMBEDDING_PROVIDER=openai-compatible.");
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: withVersionPath(EMBEDDING_BASE_URL, { isPathKept: true }),
    apiKey: EMBEDDING_API_KEY,
    fetch: createEmbeddingFetch(),
  });
  const model = provider.embeddingModel(EMBEDDING_MODEL);
  return {
    specificationVersion: "v4",
    provider: "openai-compatible",
    modelId: model.modelId,
    maxEmbeddingsPerCall: TEXTS_PER_CALL,
    supportsParallelCalls: true,
    doEmbed: (options) => model.doEmbed(options),
  };
}
