import type { ModelSettings } from "@docsteward/contract/model-settings";
import type { ModelEnv } from "@docsteward/models/create-models";
import type { Model } from "@docsteward/models/model";
import type { Env } from "@docsteward/platform/env";
import type { AnswerRequest, AnswerSite } from "./answer.ts";
import type { AnswerToJudge, Judgement } from "./judge-answer.ts";
import type { StartedAnswer } from "./start-answer.ts";
import type { TriedModel } from "./try-model.ts";

/** Answers questions with the model of the installation. */
export type Assistant = {
  /** Loads what answering needs, so that the first reader does not wait for it. */
  ready(): Promise<void>;
  /**
   * Begins an answer; see {@link StartedAnswer}. One that takes too long ends with a failure that says so.
   *
   * @param settings the site's models; by default the installation's
   * @param name which of them; by default the first
   */
  answer(
    request: AnswerRequest,
    site: AnswerSite,
    settings?: ModelSettings | null,
    name?: string,
  ): Promise<StartedAnswer>;
  /** Lets the site's default model judge an answer to a question whose answer is known; null without a language model. */
  judge(answer: AnswerToJudge, settings?: ModelSettings | null): Promise<Judgement | null>;
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
      { judgeAnswer },
      { tryModel },
      { createFallbackModel, createFallbackOfSettings, createModels, createModelsOfSettings },
      { priceOf },
    ] = await Promise.all([
      import("./start-answer.ts"),
      import("./judge-answer.ts"),
      import("./try-model.ts"),
      import("@docsteward/models/create-models"),
      import("@docsteward/platform/money"),
    ]);
    const toAnswerer = (model: Model) => ({ model, price: priceOf(env.MODEL_PRICES, model.name) });
    const options = { allowedNetworks: env.MODEL_ALLOWED_NETWORKS };
    const modelsOf = (settings: ModelSettings) => createModelsOfSettings(settings, options);
    const models = createModels(env);
    const installed = (name?: string) => toAnswerer(models.get(name));
    /** All models that jobs may get, the fallback last. */
    const listModels = (settings: ModelSettings | null) => {
      const { names, get } = settings === null ? models : modelsOf(settings);
      const fallback = settings === null ? createFallbackModel(env) : createFallbackOfSettings(settings, options);
      return [...names.map((name) => get(name)), ...(fallback === null ? [] : [fallback])];
    };
    const answererOf = (settings: ModelSettings | null, name?: string) =>
      settings === null ? installed(name) : toAnswerer(modelsOf(settings).get(name));
    return {
      startAnswer,
      judgeAnswer,
      tryModel,
      answererOf,
      listModels,
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
      const { tryModel, listModels } = await loaded();
      return Promise.all(listModels(settings).map((model) => tryModel(model)));
    },
    async judge(answer, settings = null) {
      const { judgeAnswer, answererOf } = await loaded();
      return judgeAnswer(answererOf(settings), answer);
    },
    async answer(request, site, settings = null, name = undefined) {
      const { startAnswer, answererOf } = await loaded();
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(env.ANSWER_MAX_SECONDS * 1_000)]);
      return startAnswer(answererOf(settings, name), { ...request, signal }, site);
    },
  };
}
