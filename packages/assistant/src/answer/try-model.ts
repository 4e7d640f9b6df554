import type { Model } from "@docsteward/models/model";
import { toModelError } from "@docsteward/models/model-error";
import { generateText } from "ai";

/** What came of asking a model for a word. */
export type TriedModel = {
  /** The name that jobs know it by, and what the provider is asked for. */
  name: string;
  modelId: string;
  works: boolean;
  /** What it said, or what is wrong and what to do. */
  sentence: string;
  durationMs: number;
};

const TIMEOUT_MS = 20_000;
/** Models that think before they speak need room for it. */
const MAX_OUTPUT_TOKENS = 200;
const MAX_SAID = 100;

/** Makes one small call to find out whether a model can be used. Never throws: the result names the error. */
export async function tryModel(model: Model): Promise<TriedModel> {
  const startedMs = performance.now();
  const { name, modelId } = model;
  const ended = () => ({ name, modelId, durationMs: Math.round(performance.now() - startedMs) });
  try {
    const { text } = await generateText({
      model: model.languageModel,
      prompt: "Answer with the single word: ready",
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const said = text.replace(/\s+/g, " ").trim().slice(0, MAX_SAID);
    return { ...ended(), works: true, sentence: said === "" ? "The model works." : `The model answered: “${said}”` };
  } catch (error) {
    return { ...ended(), works: false, sentence: toModelError(error, model).sentence };
  }
}
