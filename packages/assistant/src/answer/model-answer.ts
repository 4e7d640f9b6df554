import type { Model } from "@docsteward/models/model";
import { toFinishError } from "@docsteward/models/model-error";
import { withJoinedText } from "@docsteward/models/with-joined-text";
import { costOf, type ModelPrice } from "@docsteward/platform/model-price";
import { splitFences } from "@docsteward/text/markdown/scanner";
import { type FinishReason, isStepCount, streamText, type ToolSet } from "ai";
import type { ModelUse } from "./answer.ts";
import type { ActivityData, AnswerChunk } from "./answer-chunk.ts";
import { AnswerError, toAnswerError } from "./answer-error.ts";
import { answerTools } from "./answer-tools.ts";
import type { AnswerContext } from "./answer-writer.ts";
import { createPromptDelimiter, type Prompt, writePrompt } from "./prompt.ts";
import { writeQuotation } from "./quoted-answer.ts";

/** Said behind an answer that stops where its model did not mean to. */
const CUT_OFF = {
  length: "*The answer was cut off here: it reached the maximum length.*",
  "content-filter": "*The answer was cut off here by the model's provider.*",
};
/** Of one answer: several times what a model that keeps to its bound of tokens can say. A server may send whatever it likes. */
const MAX_CHARACTERS = 100_000;
const EMPTY_LABEL = "*The model gave no answer. Quoted from the documentation:*\n\n";

/** Has the model answer. Where it leaves the reader without words, the pages are quoted; where it is cut off, that is said. */
export async function* writeModelAnswer(answering: AnswerContext): AsyncGenerator<AnswerChunk, void> {
  const { model, record, writer } = answering;
  const { reason, answerFrom } = yield* writeWords(answering);
  yield* writer.flush();
  const refusal = reason === "content-filter" ? toFinishError(reason, model) : null;
  if (!writer.hasSpoken() && refusal) throw new AnswerError(refusal, undefined);
  if (!writer.hasSpoken(answerFrom)) {
    yield* writeQuotation(answering, (record.text.trim() === "" ? "" : gapBehind(record.text)) + EMPTY_LABEL);
  } else if (reason === "length" || reason === "content-filter") {
    const fence = closingFence(record.text);
    yield* writer.write(`${fence === null ? gapBehind(record.text) : `\n${fence}\n\n`}${CUT_OFF[reason]}`);
  }
}

/** What a new paragraph needs in front of it. */
const gapBehind = (text: string) => (text.endsWith("\n\n") ? "" : "\n\n");

/**
 * Words before a search only announce it: what counts as an answer comes behind the last one.
 *
 * @returns also where in the text that begins. It is told by what the reader got, since the filter may leave nothing of it.
 */
async function* writeWords(answering: AnswerContext) {
  const { model, request, record, writer } = answering;
  let answerFrom = 0;
  let isBehindTool = false;
  let characters = 0;
  const parts = askFor(answering);
  try {
    for (;;) {
      const part = await parts.next();
      if (part.done) return { reason: part.value, answerFrom: isBehindTool ? Number.POSITIVE_INFINITY : answerFrom };
      if (part.value.type === "text") {
        // The blank line between two steps has made the filter say all that it held back of the one before.
        if (isBehindTool && part.value.text.trim() !== "") {
          answerFrom = record.text.length;
          isBehindTool = false;
        }
        yield* writer.write(part.value.text.slice(0, MAX_CHARACTERS - characters));
        characters += part.value.text.length;
        if (characters >= MAX_CHARACTERS) return { reason: "length" as const, answerFrom };
      } else {
        isBehindTool ||= part.value.activity.type !== "think";
        yield { type: "data-activity", data: part.value.activity, transient: true } as const;
      }
    }
  } catch (error) {
    const { signal } = request;
    const cause = signal.aborted ? signal.reason : error;
    // Whoever stopped the answer knows why; that time ran out is the model's failure.
    if (signal.aborted && cause?.name !== "TimeoutError") throw cause;
    throw toAnswerError(cause, model);
  } finally {
    await parts.return("other");
  }
}

function askFor({ model, price, request, site, sources, trace, record }: AnswerContext) {
  const { signal, filter, currentPath } = request;
  const fence = createPromptDelimiter();
  const { hasCacheMarkers } = model;
  const prompt = writePrompt({ request, site, fence, sources: sources.all(), hasCacheMarkers });
  const tools = answerTools({ site, sources, trace, fence, filter, currentPath });
  return streamModel({ model, price, prompt, tools, signal, onUse: (use) => addUse(record.use, use) });
}

function addUse(sum: ModelUse, use: ModelUse): void {
  for (const name of Object.keys(sum) as (keyof ModelUse)[]) sum[name] += use[name];
}

type UiChunk = { type: "text"; text: string } | { type: "activity"; activity: ActivityData };

type AskModelInput = {
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
async function* streamModel(input: AskModelInput): AsyncGenerator<UiChunk, FinishReason> {
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
          costMicroUsd: costOf(part.usage, price),
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

/** The line that closes the code block which a text ends in the middle of; null where it ends outside of one. */
export function closingFence(text: string): string | null {
  const last = splitFences(text).at(-1);
  if (!last?.fence || last.isClosed) return null;
  // Outside of the quote or the list that it stands in, the same line would open another block.
  return last.fence.prefix.replace(/[^\s>]/g, " ") + last.fence.mark;
}
