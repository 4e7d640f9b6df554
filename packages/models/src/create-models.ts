import type { Env } from "@docsteward/platform/env";
import { createAnthropicModel } from "./anthropic.ts";
import { type Model, type ModelCatalog, toModels } from "./model.ts";
import { createOfflineModel } from "./offline/offline-model.ts";
import { createOpenAiCompatibleModel } from "./openai-compatible.ts";

/** Environment variables that choose the models. */
export type ModelEnv = Pick<
  Env,
  | "MODEL_PROVIDER"
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

function modelsOf(env: ModelEnv): [Model, ...Model[]] {
  switch (env.MODEL_PROVIDER) {
    case "anthropic": {
      const apiKey = required(env, "ANTHROPIC_API_KEY");
      const baseUrl = env.ANTHROPIC_BASE_URL;
      return [
        createAnthropicModel({ name: "sonnet", modelId: env.MODEL_SONNET, apiKey, baseUrl }),
        createAnthropicModel({ name: "opus", modelId: env.MODEL_OPUS, apiKey, baseUrl }),
      ];
    }
    case "openai-compatible":
      return [
        createOpenAiCompatibleModel({
          modelId: required(env, "OPENAI_COMPATIBLE_MODEL"),
          baseUrl: required(env, "OPENAI_COMPATIBLE_BASE_URL"),
          apiKey: env.OPENAI_COMPATIBLE_API_KEY,
        }),
      ];
    case "offline":
      return [createOfflineModel()];
  }
}

function required(env: ModelEnv, key: keyof ModelEnv): string {
  const value = env[key];
  if (value === undefined) throw new Error(`${key} must be set for MODEL_PROVIDER=${env.MODEL_PROVIDER}.`);
  return value;
}
