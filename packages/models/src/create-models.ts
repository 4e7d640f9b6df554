import type { ModelSettings } from "@docsteward/contract/model-settings";
import { type Env, HOSTED_VARIABLES, type ModelName } from "@docsteward/platform/env";
import { createGuardedFetch, createNetworkPolicy } from "@docsteward/platform/guarded-http";
import { createAnthropicModel } from "./anthropic.ts";
import { createHostedModel } from "./hosted-models.ts";
import { createLazyModel } from "./lazy-model.ts";
import { type Model, type ModelCatalog, toModels } from "./model.ts";
import { createOpenAiCompatibleModel } from "./openai-compatible.ts";

/** Environment variables that choose the models. */
export type ModelEnv = Pick<
  Env,
  | "MODEL_PROVIDER"
  | "MODEL_ID"
  | "JOB_FALLBACK_MODEL"
  | (typeof HOSTED_VARIABLES)[keyof typeof HOSTED_VARIABLES][keyof (typeof HOSTED_VARIABLES)["openai"]]
  | "MODEL_SONNET"
  | "MODEL_OPUS"
  | "ANTHROPIC_API_KEY"
  | "ANTHROPIC_BASE_URL"
  | "OPENAI_COMPATIBLE_BASE_URL"
  | "OPENAI_COMPATIBLE_API_KEY"
  | "OPENAI_COMPATIBLE_MODEL"
>;

/**
 * Makes the models of an installation. Nothing is contacted before the first call.
 *
 * @param env as `parseEnv` returns it, which has checked that the provider's variables are set
 */
export function createModels(env: ModelEnv): ModelCatalog {
  return toModels(modelsOf(env));
}

/**
 * The model that jobs turn to when theirs is overloaded; null when none is set. It may be another provider's.
 *
 * @param env as `parseEnv` returns it
 */
export function createFallbackModel(env: ModelEnv): Model | null {
  return env.JOB_FALLBACK_MODEL === undefined ? null : createNamedModel(env, env.JOB_FALLBACK_MODEL);
}

/**
 * A model by its name or id, of the installation's provider or of another one.
 *
 * @throws Error naming the variable that this provider needs
 */
export function createNamedModel(env: ModelEnv, wanted: ModelName): Model {
  const provider = wanted.provider ?? env.MODEL_PROVIDER;
  if (provider === "offline") return createOfflineModel();
  if (provider !== "anthropic") return modelOf({ provider, modelId: wanted.model, env });
  return (
    anthropicModels(env).find(({ name }) => name === wanted.model) ?? anthropicModel(env, wanted.model, wanted.model)
  );
}

function modelsOf(env: ModelEnv): [Model, ...Model[]] {
  const { MODEL_PROVIDER: provider } = env;
  switch (provider) {
    case "offline":
      return [createOfflineModel()];
    case "anthropic":
      return anthropicModels(env);
    case "openai-compatible":
      return [modelOf({ provider, modelId: required(env, "OPENAI_COMPATIBLE_MODEL"), env })];
    default:
      return [modelOf({ provider, modelId: required(env, "MODEL_ID"), env })];
  }
}

function anthropicModels(env: ModelEnv): [Model, ...Model[]] {
  return [anthropicModel(env, "sonnet", env.MODEL_SONNET), anthropicModel(env, "opus", env.MODEL_OPUS)];
}

function anthropicModel(env: ModelEnv, name: string, modelId: string): Model {
  const apiKey = required(env, "ANTHROPIC_API_KEY");
  return createAnthropicModel({ name, modelId, apiKey, baseUrl: env.ANTHROPIC_BASE_URL });
}

type Wanted = { provider: Exclude<Env["MODEL_PROVIDER"], "anthropic" | "offline">; modelId: string; env: ModelEnv };

function modelOf({ provider, modelId, env }: Wanted): Model {
  if (provider === "openai-compatible") {
    const baseUrl = required(env, "OPENAI_COMPATIBLE_BASE_URL");
    return createOpenAiCompatibleModel({ modelId, baseUrl, apiKey: env.OPENAI_COMPATIBLE_API_KEY });
  }
  const { key, address } = HOSTED_VARIABLES[provider];
  return createHostedModel({ provider, modelId, apiKey: required(env, key), baseUrl: env[address] });
}

function required(env: ModelEnv, key: Exclude<keyof ModelEnv, "JOB_FALLBACK_MODEL">): string {
  const value = env[key];
  if (value === undefined) throw new Error(`${key} must be set for this model.`);
  return value;
}

/** The rules of an installation without a provider. They are loaded by the first call, like a provider's package. */
export function createOfflineModel(): Model {
  const open = async () => (await import("./offline/offline-model.ts")).OFFLINE_MODEL;
  const languageModel = createLazyModel({ provider: "offline", modelId: "offline", open });
  return { name: "offline", provider: "offline", modelId: "offline", languageModel, cacheMarker: null };
}

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
