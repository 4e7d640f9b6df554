import type { ModelEnv } from "@docsteward/models/create-models";
import type { Env } from "@docsteward/platform/env";
import type { AnswerRequest } from "./answer-request.ts";
import type { AnswerSite } from "./answer-site.ts";
import type { StartedAnswer } from "./start-answer.ts";

/** Answers questions with the model of the installation. */
export type Assistant = {
  /** Loads what answering needs, so that the first reader does not wait for it. */
  ready(): Promise<void>;
  /** Begins an answer; see {@link StartedAnswer}. One that takes too long ends with a failure that says so. */
  answer(request: AnswerRequest, site: AnswerSite): Promise<StartedAnswer>;
};

export type AssistantEnv = ModelEnv & Pick<Env, "MODEL_PRICES" | "ANSWER_MAX_SECONDS">;

/** Opens the assistant of an installation. The model's client is loaded by the first use: most processes never ask. */
export function openAssistant(env: AssistantEnv): Assistant {
  let loading: ReturnType<typeof load> | undefined;
  const load = async () => {
    const [{ startAnswer }, { createModels }, { priceOf }] = await Promise.all([
      import("./start-answer.ts"),
      import("@docsteward/models/create-models"),
      import("@docsteward/platform/model-price"),
    ]);
    const model = createModels(env).get();
    const answerer = { model, price: priceOf(env.MODEL_PRICES, model.name) };
    return { startAnswer, answerer };
  };
  const loaded = () => {
    loading ??= load();
    return loading;
  };
  return {
    async ready() {
      await loaded();
    },
    async answer(request, site) {
      const { startAnswer, answerer } = await loaded();
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(env.ANSWER_MAX_SECONDS * 1_000)]);
      return startAnswer(answerer, { ...request, signal }, site);
    },
  };
}
