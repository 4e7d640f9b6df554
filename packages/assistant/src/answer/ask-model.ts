import type { Model } from "@docsteward/models/model";
import { toCost } from "@docsteward/models/to-cost";
import { withJoinedText } from "@docsteward/models/with-joined-text";
import type { ModelPrice } from "@docsteward/platform/model-price";
import { type FinishReason, isStepCount, streamText, type ToolSet } from "ai";
import type { ActivityData } from "./answer-chunk.ts";
import type { Prompt } from "./write-prompt.ts";

/** Tokens and money of an answer, all its calls together. */
export type ModelUse = {
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** In millionths of a US dollar; 0 also when the model's price is not known. */
  costMicroUsd: number;
  modelCalls: number;
};

export type ModelPart = { type: "text"; text: string } | { type: "activity"; activity: ActivityData };

export type AskModelInput = {
  model: Model;
  price: ModelPrice | null;
  prompt: Prompt;
  tools: ToolSet;
  signal: AbortSignal;
  /** Told of each call once it has ended. */
  onUse(use: ModelUse): void;
};

/** Calls of the model for one answer. The last one is offered no tools, so that it ends in words. */
const MAX_STEPS = 4;
const MAX_OUTPUT_TOKENS = 4_000;

/**
 * Asks the model for an answer, and gives it on as it is written. Tools run in between.
 *
 * @returns why the model stopped
 * @throws what the provider failed with, as it came
 */
export async function* askModel(input: AskModelInput): AsyncGenerator<ModelPart, FinishReason> {
  const { model, price, prompt, tools, signal, onUse } = input;
  const { stream } = streamText({
    model: withJoinedText(model.languageModel),
    instructions: prompt.instructions,
    messages: prompt.messages,
    tools,
    stopWhen: isStepCount(MAX_STEPS),
    prepareStep: ({ stepNumber }) => (stepNumber === MAX_STEPS - 1 ? { toolChoice: "none" } : {}),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    abortSignal: signal,
    // The error comes as a part of the stream, too; without a listener the SDK writes it to the console.
    onError: () => undefined,
  });
  let reason: FinishReason = "other";
  let hasSpoken = false;
  let isNewStep = false;
  for await (const part of stream) {
    switch (part.type) {
      case "text-delta":
        if (part.text === "") break;
        // Words before a search and words after it are two paragraphs of one answer.
        if (hasSpoken && isNewStep) yield { type: "text", text: "\n\n" };
        yield { type: "text", text: part.text };
        hasSpoken = true;
        isNewStep = false;
        break;
      case "reasoning-start":
        // Its thoughts stay here; that it thinks is told, since it may do so for long.
        yield { type: "activity", activity: { type: "think" } };
        break;
      case "tool-call": {
        const activity = toActivity(part.toolName, part.input);
        if (activity) yield { type: "activity", activity };
        break;
      }
      case "finish-step":
        isNewStep = true;
        reason = part.finishReason;
        onUse({
          inputTokens: part.usage.inputTokens ?? 0,
          cachedInputTokens: part.usage.inputTokenDetails?.cacheReadTokens ?? 0,
          outputTokens: part.usage.outputTokens ?? 0,
          costMicroUsd: toCost(part.usage, price),
          modelCalls: 1,
        });
        break;
      case "error":
        throw part.error;
      case "abort":
        signal.throwIfAborted();
        break;
    }
  }
  signal.throwIfAborted();
  return reason;
}

function toActivity(toolName: string, input: unknown): ActivityData | null {
  const { query, path } = (input ?? {}) as { query?: unknown; path?: unknown };
  if (toolName === "search" && typeof query === "string") return { type: "search", query: query.slice(0, 200) };
  if (toolName === "read_page" && typeof path === "string") return { type: "read", path: path.slice(0, 200) };
  return null;
}
