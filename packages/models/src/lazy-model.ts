import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { traceCalls } from "./trace-calls.ts";

/** What holds for every call that does not set it itself. */
export type CallDefaults = Pick<LanguageModelV4CallOptions, "maxOutputTokens" | "providerOptions">;

/** What a provider's package is opened with. The address and the key are always given: without one the packages look for variables. */
export type Opening = { modelId: string; apiKey: string; baseURL: string; fetch: typeof fetch };

type LazyModel = {
  provider: string;
  modelId: string;
  defaults?: CallDefaults;
  /** Loads the provider's package. It is called once, by the first call of the model, and again after a failure. */
  open: () => Promise<LanguageModelV4> | LanguageModelV4;
};

/**
 * A model whose package is loaded by its first call, so that a process holds only the packages of providers it calls. Provider
 * options of a call and of the defaults are merged by provider.
 */
export function createLazyModel({ provider, modelId, defaults = {}, open }: LazyModel): LanguageModelV4 {
  let opening: Promise<LanguageModelV4> | null = null;
  const opened = () => {
    opening ??= Promise.resolve()
      .then(open)
      .catch((error: unknown) => {
        opening = null;
        throw error;
      });
    return opening;
  };
  const complete = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => {
    const providerOptions = { ...defaults.providerOptions };
    for (const [name, given] of Object.entries(options.providerOptions ?? {})) {
      providerOptions[name] = { ...providerOptions[name], ...given };
    }
    return { ...options, maxOutputTokens: options.maxOutputTokens ?? defaults.maxOutputTokens, providerOptions };
  };
  const model: LanguageModelV4 = {
    specificationVersion: "v4",
    provider,
    modelId,
    supportedUrls: {},
    doGenerate: async (options) => (await opened()).doGenerate(complete(options)),
    doStream: async (options) => (await opened()).doStream(complete(options)),
  };
  return traceCalls(model, provider);
}
