// First: what is blank must be gone before the provider looks for it.
import "@docsteward/platform/env";
import { createModelFetch, withVersionPath } from "./endpoint.ts";
import { createLazyModel } from "./lazy-model.ts";
import { ANTHROPIC_CACHE_MARKER, type Model } from "./model.ts";

/**
 * Room for the longest page worth writing in one call. The SDK would ask for 64,000 or more, and what is reserved here
 * is taken from the context window and from the account's tokens a minute.
 */
const MAX_OUTPUT_TOKENS = 16_000;

type AnthropicSettings = {
  name: string;
  modelId: string;
  apiKey: string;
  baseUrl?: string;
  fetch?: typeof fetch;
};

/** A model of Anthropic's Messages API, or of a gateway that speaks it. */
export function createAnthropicModel({ name, modelId, apiKey, baseUrl, fetch }: AnthropicSettings): Model {
  const languageModel = createLazyModel({
    provider: "anthropic",
    modelId,
    open: async () => {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const baseURL = withVersionPath(baseUrl ?? "https://api.anthropic.com");
      return createAnthropic({ apiKey, baseURL, fetch: createModelFetch(fetch) }).languageModel(modelId);
    },
    defaults: {
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      // Eager streaming sends arguments before they are checked, so a tool call could arrive as broken JSON.
      providerOptions: { anthropic: { toolStreaming: false } },
    },
  });
  return { name, provider: "anthropic", modelId, languageModel, cacheMarker: ANTHROPIC_CACHE_MARKER };
}
