import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";

type CallDefaults = Pick<LanguageModelV4CallOptions, "maxOutputTokens" | "providerOptions">;

/** The same model with settings that hold for every call which does not set them itself; provider options merge by provider. */
export function withCallDefaults(model: LanguageModelV4, defaults: CallDefaults): LanguageModelV4 {
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
