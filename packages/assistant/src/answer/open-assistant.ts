import type { ModelSettings } from "@docsteward/contract/model-settings";
import type { ModelEnv } from "@docsteward/models/create-models";
import type { Model } from "@docsteward/models/model";
import type { Env } from "@docsteward/platform/env";
import type { AnswerRequest, AnswerSite } from "./answer.ts";
import type { StartedAnswer } from "./start-answer.ts";
import type { TriedModel } from "./try-model.ts";

/** Answers questions with the model of the installation. */
export type Assistant = {
  /** Loads what answering needs, so that the first reader does not wait for it. */
  ready(): Promise<void>;
  /**
   * Begins an answer; see {@link StartedAnswer}. One that takes too long ends with a failure that says so.
   *
   * @param settings the site's model; by default the installation's
   */
  answer(request: AnswerRequest, site: AnswerSite, settings?: ModelSettings | null): Promise<StartedAnswer>;
  /** Asks each model of some settings for a word, to see whether they work; null asks those of the installation, its fallback too. */
  tryModels(settings: ModelSettings | null): Promise<TriedModel[]>;
};

/** Environment variables that the assistant reads. */
export type AssistantEnv = ModelEnv & Pick<Env, "MODEL_PRICES" | "MODEL_ALLOWED_NETWORKS" | "ANSWER_MAX_SECONDS">;

/** Opens the assistant of an installation. The model's client is loaded by the first use: most processes never ask. */
export function openAssistant(env: AssistantEnv): Assistant {
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const [
      { startAnswer },
      { tryModel },
      { createFallbackModel, createModels },
      { createModelsOfSettings },
      { priceOf },
    ] = await Promise.all([
      import("./start-answer.ts"),
      import("./try-model.ts"),
      import("@docsteward/models/create-models"),
      import("@docsteward/models/create-models-of-settings"),
      import("@docsteward/platform/money"),
    ]);
    const toAnswerer = (model: Model) => ({ model, price: priceOf(env.MODEL_PRICES, model.name) });
    const modelsOf = (settings: ModelSettings) =>
      createModelsOfSettings(settings, { allowedNetworks: env.MODEL_ALLOWED_NETWORKS });
    const installedModels = () => {
      const models = createModels(env);
      const fallback = createFallbackModel(env);
      return [...models.names.map((name) => models.get(name)), ...(fallback === null ? [] : [fallback])];
    };
    return {
      startAnswer,
      tryModel,
      toAnswerer,
      modelsOf,
      installedModels,
      installed: toAnswerer(createModels(env).get()),
    };
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    async ready() {
      await loaded();
    },
    async tryModels(settings) {
      const { tryModel, modelsOf, installedModels } = await loaded();
      if (settings === null) return Promise.all(installedModels().map((model) => tryModel(model)));
      const models = modelsOf(settings);
      return Promise.all(models.names.map((name) => tryModel(models.get(name))));
    },
    async answer(request, site, settings = null) {
      const { startAnswer, toAnswerer, modelsOf, installed } = await loaded();
      const answerer = settings === null ? installed : toAnswerer(modelsOf(settings).get());
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(env.ANSWER_MAX_SECONDS * 1_000)]);
      return startAnswer(answerer, { ...request, signal }, site);
    },
  };
}
