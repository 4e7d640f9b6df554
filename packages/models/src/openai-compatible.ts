import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createModelFetch, withVersionPath } from "./endpoint.ts";
import type { Model } from "./model.ts";
import { traceCalls } from "./trace-calls.ts";

/** Settings of a model behind an OpenAI-compatible server. */
export type OpenAiCompatibleSettings = { modelId: string; baseUrl: string; apiKey?: string; fetch?: typeof fetch };

/** A model behind chat completions as Ollama, vLLM, LM Studio and many services speak them. It goes by its own id. */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): Model {
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: withVersionPath(settings.baseUrl, { isPathKept: true }),
    apiKey: settings.apiKey,
    includeUsage: true,
    fetch: createModelFetch(settings.fetch),
  });
  return {
    name: settings.modelId,
    provider: "openai-compatible",
    modelId: settings.modelId,
    languageModel: traceCalls(provider.languageModel(settings.modelId), "openai-compatible"),
    cacheMarker: null,
  };
}
