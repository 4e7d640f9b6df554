import type { ModelSettings } from "@docsteward/contract/model-settings";
import { createGuardedFetch, createNetworkPolicy } from "@docsteward/platform/guarded-http";
import { createAnthropicModel } from "./anthropic.ts";
import { createHostedModel } from "./hosted-models.ts";
import { type Model, type ModelCatalog, toModels } from "./model.ts";
import { createOpenAiCompatibleModel } from "./openai-compatible.ts";

/** Networks of the operator's own that may be called. */
type Options = { allowedNetworks: readonly string[] };

/**
 * Makes the models that a project or an organization has for itself. They are called on the open internet, and in the networks
 * that the operator names. Nothing is contacted before the first call.
 */
export function createModelsOfSettings(settings: ModelSettings, options: Options): ModelCatalog {
  const model = createModel(settings, options);
  if (settings.provider !== "anthropic") return toModels([model(settings.model)]);
  return toModels([model(settings.sonnet, "sonnet"), model(settings.opus, "opus")]);
}

/** The model that jobs turn to while theirs is overloaded, at the same provider; null when none is set. */
export function createFallbackOfSettings(settings: ModelSettings, options: Options): Model | null {
  return settings.fallback ? createModel(settings, options)(settings.fallback) : null;
}

/** Makes a model of the provider by its id; jobs know it by `name`. */
function createModel(settings: ModelSettings, { allowedNetworks }: Options) {
  const fetch = createGuardedFetch({ isAllowed: createNetworkPolicy(allowedNetworks) });
  const { baseUrl } = settings;
  return (modelId: string, name = modelId): Model => {
    if (settings.provider === "openai-compatible") {
      const { baseUrl, apiKey } = settings;
      return fromSettings(createOpenAiCompatibleModel({ modelId, baseUrl, apiKey: apiKey ?? undefined, fetch }));
    }
    const { provider, apiKey } = settings;
    const more = { modelId, apiKey, baseUrl: baseUrl ?? undefined, fetch };
    if (provider === "anthropic") return fromSettings(createAnthropicModel({ name, ...more }));
    return fromSettings(createHostedModel({ provider, ...more }));
  };
}

const fromSettings = (model: Model): Model => ({ ...model, isFromSettings: true });
