import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { HostedProvider } from "@docsteward/contract/model-settings";
import { withVersionPath } from "./base-url.ts";
import { type CallDefaults, createLazyModel, type Opening } from "./lazy-model.ts";
import { ANTHROPIC_CACHE_MARKER, type Model } from "./model.ts";
import { createModelFetch } from "./model-fetch.ts";
import { openVertexModel } from "./vertex-model.ts";

/** Settings of a model of a hosted provider. */
export type HostedSettings = {
  provider: HostedProvider;
  modelId: string;
  /** At Bedrock also `ACCESS_KEY_ID:SECRET_ACCESS_KEY`, at Vertex also a service account's key as JSON. */
  apiKey: string;
  baseUrl?: string;
  fetch?: typeof fetch;
};

type Hosted = {
  /** Null where the address depends on the customer. */
  address: string | null;
  /** Where the address is given without a path that names a version. */
  toBaseUrl?: (address: string) => string;
  open: (opening: Opening) => Promise<LanguageModelV4>;
  defaults?: (modelId: string) => CallDefaults;
  cacheMarker?: (modelId: string) => SharedV4ProviderOptions | null;
};

/** Nothing stays at the provider: the reasoning comes back encrypted, and the journal sends it again. Summaries need a verified account. */
const OPENAI_DEFAULTS = { store: false, reasoningSummary: null } as const;
const asGiven = (address: string) => address;
const isClaude = (modelId: string) => modelId.includes("claude");

const HOSTED: Record<HostedProvider, Hosted> = {
  openai: {
    address: "https://api.openai.com",
    open: async ({ modelId, ...settings }) =>
      (await import("@ai-sdk/openai")).createOpenAI(settings).responses(modelId),
    defaults: () => ({ providerOptions: { openai: OPENAI_DEFAULTS } }),
  },
  google: {
    address: "https://generativelanguage.googleapis.com",
    toBaseUrl: (address) => withVersionPath(address, { version: "v1beta" }),
    open: async ({ modelId, ...settings }) =>
      (await import("@ai-sdk/google")).createGoogle(settings).languageModel(modelId),
  },
  openrouter: {
    address: "https://openrouter.ai/api",
    open: openOpenRouter,
    // OpenRouter passes the mark on to Claude, and the other models cache by themselves.
    cacheMarker: (modelId) => (isClaude(modelId) ? ANTHROPIC_CACHE_MARKER : null),
  },
  azure: {
    address: null,
    toBaseUrl: (address) => withVersionPath(address, { isPathKept: true, version: "openai/v1" }),
    open: async ({ modelId, ...settings }) => (await import("@ai-sdk/azure")).createAzure(settings).responses(modelId),
    // A deployment has any name. All but the old families reason, and their reasoning is lost unless it is asked for.
    defaults: (modelId) => ({
      providerOptions: { azure: { ...OPENAI_DEFAULTS, forceReasoning: !/gpt-?[34]/i.test(modelId) } },
    }),
  },
  mistral: {
    address: "https://api.mistral.ai",
    open: async ({ modelId, ...settings }) =>
      (await import("@ai-sdk/mistral")).createMistral(settings).languageModel(modelId),
  },
  bedrock: {
    address: "https://bedrock-runtime.us-east-1.amazonaws.com",
    toBaseUrl: asGiven,
    open: openBedrock,
    cacheMarker: (modelId) => (isClaude(modelId) ? { bedrock: { cachePoint: { type: "default" } } } : null),
  },
  vertex: { address: null, toBaseUrl: asGiven, open: openVertexModel },
};

/** A model of a hosted provider. It goes by its own id. The provider's package is loaded by the first call. */
export function createHostedModel({ provider, modelId, apiKey, baseUrl, fetch }: HostedSettings): Model {
  const { address, toBaseUrl = withVersionPath, open, defaults, cacheMarker } = HOSTED[provider];
  const given = baseUrl ?? address ?? "";
  const languageModel = createLazyModel({
    provider,
    modelId,
    defaults: defaults?.(modelId),
    open: () => open({ modelId, apiKey, baseURL: given && toBaseUrl(given), fetch: createModelFetch(fetch) }),
  });
  return { name: modelId, provider, modelId, languageModel, cacheMarker: cacheMarker?.(modelId) ?? null };
}

/** The package knows no effort of a call, only its own option for it. */
async function openOpenRouter({ modelId, ...settings }: Opening): Promise<LanguageModelV4> {
  const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
  const model: LanguageModelV4 = createOpenRouter(settings).chat(modelId, { usage: { include: true } });
  const withEffort = (options: Parameters<LanguageModelV4["doStream"]>[0]) => {
    const { reasoning, providerOptions } = options;
    if (reasoning === undefined || reasoning === "provider-default") return options;
    const openrouter = { ...providerOptions?.openrouter, reasoning: { effort: reasoning } };
    return { ...options, providerOptions: { ...providerOptions, openrouter } };
  };
  return createLazyModel({
    provider: "openrouter",
    modelId,
    open: () => ({
      specificationVersion: "v4",
      provider: model.provider,
      modelId,
      supportedUrls: {},
      doGenerate: (options) => model.doGenerate(withEffort(options)),
      doStream: (options) => model.doStream(withEffort(options)),
    }),
  });
}

const REGION_OF_HOST = /^bedrock-runtime(?:-fips)?\.([a-z0-9-]{1,40})\./;

async function openBedrock({ modelId, apiKey, ...settings }: Opening): Promise<LanguageModelV4> {
  const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
  const region = REGION_OF_HOST.exec(new URL(settings.baseURL).hostname)?.[1] ?? "us-east-1";
  const [accessKeyId = "", secretAccessKey, sessionToken] = apiKey.split(":");
  const credentials =
    secretAccessKey === undefined
      ? { apiKey }
      : // The blank key keeps the package from taking the one of this process's environment.
        { apiKey: " ", accessKeyId, secretAccessKey, sessionToken };
  return createAmazonBedrock({ ...settings, ...credentials, region }).languageModel(modelId);
}
