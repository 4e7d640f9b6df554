/** Providers that serve one model by its id, with a key and at an address that has a default. */
export const HOSTED_PROVIDERS = ["openai", "google", "openrouter", "azure", "mistral", "bedrock", "vertex"] as const;
export type HostedProvider = (typeof HOSTED_PROVIDERS)[number];

/** Every provider that can be set, in the order in which they are offered. */
export const MODEL_PROVIDERS = ["anthropic", ...HOSTED_PROVIDERS, "openai-compatible"] as const;
export type ModelProviderName = (typeof MODEL_PROVIDERS)[number];

/** What people call each provider. */
export const PROVIDER_LABELS: Readonly<Record<ModelProviderName, string>> = {
  anthropic: "Anthropic",
  openai: "OpenAI",
  google: "Google Gemini",
  openrouter: "OpenRouter",
  azure: "Azure OpenAI",
  mistral: "Mistral",
  bedrock: "Amazon Bedrock",
  vertex: "Google Vertex AI",
  "openai-compatible": "OpenAI-compatible server",
};

/** Providers whose address depends on the customer: it has no default. */
export function needsBaseUrl(provider: ModelProviderName): boolean {
  return provider === "azure" || provider === "openai-compatible";
}

export function isHostedProvider(provider: string): provider is HostedProvider {
  return HOSTED_PROVIDERS.some((name) => name === provider);
}

/** A model provider that a project, or its organization, has for itself. The keys are in clear: this is for calling it. */
export type ModelSettings = ProviderSettings & {
  /** The id of the model that jobs turn to while theirs is overloaded; none without one. */
  fallback?: string | null;
};

type ProviderSettings =
  | { provider: "anthropic"; baseUrl: string | null; apiKey: string; sonnet: string; opus: string }
  | { provider: HostedProvider; baseUrl: string | null; apiKey: string; model: string }
  | { provider: "openai-compatible"; baseUrl: string; apiKey: string | null; model: string };

/** A provider, as far as it says what its models are called. */
type NamingProvider =
  | { provider: "anthropic" }
  | { provider: HostedProvider | "openai-compatible"; model: string }
  | { provider: "offline" };

/** The names that jobs know the models of a provider by, the one of a job that names none first. */
export function namesOfModels(of: NamingProvider): readonly [string, ...string[]] {
  switch (of.provider) {
    case "anthropic":
      return ["sonnet", "opus"];
    case "offline":
      return ["offline"];
    default:
      return [of.model];
  }
}
