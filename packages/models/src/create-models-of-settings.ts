import type { ModelSettings } from "@docsteward/contract/model-settings";
import { createGuardedFetch, createNetworkPolicy } from "@docsteward/platform/guarded-http";
import { createAnthropicModel } from "./anthropic.ts";
import { createHostedModel } from "./hosted-models.ts";
import { type Model, type ModelCatalog, toModels } from "./model.ts";
import { createOpenAiCompatibleModel } from "./openai-compatible.ts";

/**
 * Makes the models that a project or an organization has for itself. They are called on the open internet, and in the networks
 * that the operator names. Nothing is contacted before the first call.
 */
export function createModelsOfSettings(
  settings: ModelSettings,
  { allowedNetworks }: { allowedNetworks: readonly string[] },
): ModelCatalog {
  const fetch = createGuardedFetch({ isAllowed: createNetworkPolicy(allowedNetworks) });
  if (settings.provider === "openai-compatible") {
    const { baseUrl, apiKey, model: modelId } = settings;
    return toModels([
      fromSettings(createOpenAiCompatibleModel({ modelId, baseUrl, apiKey: apiKey ?? undefined, fetch })),
    ]);
  }
  if (settings.provider !== "anthropic") {
    const { provider, baseUrl, apiKey, model: modelId } = settings;
    return toModels([
      fromSettings(createHostedModel({ provider, modelId, apiKey, baseUrl: baseUrl ?? undefined, fetch })),
    ]);
  }
  const { apiKey, baseUrl, sonnet, opus } = settings;
  const more = { apiKey, baseUrl: baseUrl ?? undefined, fetch };
  return toModels([
    fromSettings(createAnthropicModel({ name: "sonnet", modelId: sonnet, ...more })),
    fromSettings(createAnthropicModel({ name: "opus", modelId: opus, ...more })),
  ]);
}

const fromSettings = (model: Model): Model => ({ ...model, isFromSettings: true });
