// First: what is blank must be gone before the provider looks for it.
import "@docsteward/platform/env";
import { createAnthropic } from "@ai-sdk/anthropic";
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { withVersionPath } from "./base-url.ts";
import type { Model } from "./model.ts";
import { createModelFetch } from "./model-fetch.ts";

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
export function createAnthropicModel(settings: AnthropicSettings): Model {
  const anthropic = createAnthropic({
    apiKey: settings.apiKey,
    baseURL: withVersionPath(settings.baseUrl ?? "https://api.anthropic.com"),
    fetch: createModelFetch(settings.fetch),
  });
  return {
    name: settings.name,
    provider: "anthropic",
    modelId: settings.modelId,
    languageModel: withCallDefaults(anthropic.languageModel(settings.modelId), {
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      // Eager streaming sends arguments before they are checked, so a tool call could arrive as broken JSON.
      providerOptions: { anthropic: { toolStreaming: false } },
    }),
    hasCacheMarkers: true,
  };
}

type CallDefaults = Pick<LanguageModelV4CallOptions, "maxOutputTokens" | "providerOptions">;

/** The same model with settings that hold for every call which does not set them itself; provider options merge by provider. */
function withCallDefaults(model: LanguageModelV4, defaults: CallDefaults): LanguageModelV4 {
  const complete = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const providerOptions = { ...defaults.providerOptions };
    for (const [provider, given] of Object.entries(options.providerOptions ?? {})) {
      providerOptions[provider] = { ...providerOptions[provider], ...given };
    }
    return { ...options, maxOutputTokens: options.maxOutputTokens ?? defaults.maxOutputTokens, providerOptions };
  };
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(complete(options)),
    doStream: (options) => model.doStream(complete(options)),
  };
}
