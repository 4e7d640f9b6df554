import type { LanguageModelV4, SharedV4ProviderMetadata, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ModelProviderName } from "@docsteward/contract/model-settings";

/** What marks the end of a cached beginning for Anthropic. */
export const ANTHROPIC_CACHE_MARKER: SharedV4ProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };

/**
 * A model as the rest of the product sees it: the ai SDK's own provider interface plus the name people know it by.
 *
 * `name` is what a job shows (`sonnet`, `opus`, `offline`, or the configured model's name), `modelId` what the provider is asked for.
 */
export type Model = {
  readonly name: string;
  readonly provider: "offline" | ModelProviderName;
  readonly modelId: string;
  readonly languageModel: LanguageModelV4;
  /** What marks the end of a beginning that the provider is to cache; null where it needs no mark, or caches nothing. */
  readonly cacheMarker: SharedV4ProviderOptions | null;
  /** Set in the settings of a project or an organization, and not by the environment of the installation. */
  readonly isFromSettings?: boolean;
};

/** What a provider says that a call cost, in US dollars. OpenRouter alone says it. */
export function reportedCost(metadata: SharedV4ProviderMetadata | undefined): number | undefined {
  const usage = metadata?.openrouter?.usage;
  const cost = typeof usage === "object" && usage !== null && "cost" in usage ? usage.cost : undefined;
  return typeof cost === "number" && Number.isFinite(cost) && cost > 0 ? cost : undefined;
}

/** The models that an installation offers. */
export type ModelCatalog = {
  /** The model of a job that names none. */
  readonly defaultName: string;
  /** What is offered. */
  readonly names: readonly string[];
  /**
   * The model behind a name. A name that is not offered here gives the default, so that `sonnet` works on an offline
   * installation and a job outlives a change of provider: show the `name` of the result, not the one asked for.
   */
  get(name?: string): Model;
};

/** @param models the default first */
export function toModels(models: [Model, ...Model[]]): ModelCatalog {
  const [first] = models;
  return {
    defaultName: first.name,
    names: models.map((model) => model.name),
    get: (name) => models.find((model) => model.name === name) ?? first,
  };
}
