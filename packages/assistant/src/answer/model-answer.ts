import { AppError, type ErrorCode } from "@docsteward/contract/error";
import type { ActivityData, UiChunk } from "@docsteward/contract/ui-chunk";
import { type Model, reportedCost } from "@docsteward/models/model";
import { type ModelErrorCode, toFinishError, toModelError } from "@docsteward/models/model-error";
import { withJoinedText } from "@docsteward/models/with-joined-text";
import { addUsage, measureCall } from "@docsteward/platform/money";
import { splitFences } from "@docsteward/text/markdown/scanner";
import { type FinishReason, isStepCount, streamText } from "ai";
import { findPage } from "../page/page-address.ts";
import type { AnswerSite } from "./answer.ts";
import { answerTools } from "./answer-tools.ts";
import type { AnswerContext } from "./answer-writer.ts";
import { createPromptDelimiter, markLast, writePrompt } from "./prompt.ts";
import { writeQuotation } from "./quoted-answer.ts";

/** Said behind an answer that stops where its model did not mean to. */
const CUT_OFF = {
  length: "*The answer was cut off here: it reached the maximum length.*",
  "content-filter": "*The answer was cut off here by the model's provider.*",
};
/** Of one answer: several times what a model that keeps to its bound of tokens can say. A server may send whatever it likes. */
const MAX_CHARACTERS = 100_000;
const EMPTY_LABEL = "*The model gave no answer. Quoted from the documentation:*\n\n";

/**
 * Answers with the model: each part of its stream becomes chunks, through the filter of links. Where the model leaves the reader
 * without an answer, the pages are quoted; where it is cut off, the answer says so.
 *
 * @param open prepares the answer, when the first chunk is asked for
 */
export async function* answerWithModel(open: () => Promise<AnswerContext>): AsyncGenerator<UiChunk, void> {
  const answering = await open();
  const { model, price, request, record, writer } = answering;
  const progress = newProgress();
  try {
    for await (const part of streamModel(answering)) {
      if (part.type === "text-delta") {
        yield* writeText(part.text, progress, answering);
        if (progress.characters >= MAX_CHARACTERS) break;
      } else if (part.type === "reasoning-start" || part.type === "tool-call") {
        const data = toActivity(part, answering.site);
        if (data === null) continue;
        progress.isBehindTool ||= data.type !== "think";
        yield { type: "data-activity", data, transient: true };
      } else if (part.type === "finish-step") {
        progress.isNewStep = true;
        progress.reason = part.finishReason;
        record.use = addUsage(record.use, measureCall(part.usage, price, reportedCost(part.providerMetadata)));
      } else if (part.type === "error") throw part.error;
    }
    request.signal.throwIfAborted();
  } catch (error) {
    throw toFailure(error, answering);
  }
  yield* writer.flush();
  const { reason } = progress;
  const answerFrom = progress.isBehindTool ? Number.POSITIVE_INFINITY : progress.answerFrom;
  const refusal = reason === "content-filter" ? toFinishError(reason, model) : null;
  if (!writer.hasSpoken() && refusal) throw new AnswerError(refusal, undefined);
  if (!writer.hasSpoken(answerFrom)) {
    yield* writeQuotation(answering, (record.text.trim() === "" ? "" : gapBehind(record.text)) + EMPTY_LABEL);
  } else if (reason === "length" || reason === "content-filter") {
    const fence = closingFence(record.text);
    yield* writer.write(`${fence === null ? gapBehind(record.text) : `\n${fence}\n\n`}${CUT_OFF[reason]}`);
  }
  yield* writer.end();
}

/** What a new paragraph needs in front of it. */
const gapBehind = (text: string) => (text.endsWith("\n\n") ? "" : "\n\n");

/** How far the model's text has come. */
type Progress = {
  reason: FinishReason;
  characters: number;
  hasText: boolean;
  isNewStep: boolean;
  /** Text before a search only announces it: the answer begins behind the last search. */
  isBehindTool: boolean;
  /** Where the answer begins in the text that the reader got: the filter may leave nothing of what the model wrote. */
  answerFrom: number;
};

function newProgress(): Progress {
  return { reason: "other", characters: 0, hasText: false, isNewStep: false, isBehindTool: false, answerFrom: 0 };
}

function* writeText(text: string, progress: Progress, { record, writer }: AnswerContext): Generator<UiChunk> {
  if (text === "") return;
  // Text before a search and text after it are two paragraphs of one answer.
  for (const piece of progress.hasText && progress.isNewStep ? ["\n\n", text] : [text]) {
    // The blank line between two steps has made the filter release all that it held back of the one before.
    if (progress.isBehindTool && piece.trim() !== "") {
      progress.answerFrom = record.text.length;
      progress.isBehindTool = false;
    }
    yield* writer.write(piece.slice(0, MAX_CHARACTERS - progress.characters));
    progress.characters += piece.length;
    if (progress.characters < MAX_CHARACTERS) continue;
    progress.reason = "length";
    return;
  }
  progress.hasText = true;
  progress.isNewStep = false;
}

/** What a broken stream means: an abort has its own reason, except that a timeout is the model's failure. */
function toFailure(error: unknown, { request: { signal }, model }: AnswerContext): unknown {
  const cause = signal.aborted ? signal.reason : error;
  return signal.aborted && cause?.name !== "TimeoutError" ? cause : toAnswerError(cause, model);
}

/** Calls of the model for one answer. The last one is offered no tools, so that it ends with text. */
const MAX_STEPS = 4;
const MAX_OUTPUT_TOKENS = 4_000;

/** Calls the model. Tools run between its calls; what the provider fails with is a part of the stream. */
function streamModel({ model, request, reader, site, sources, trace }: AnswerContext) {
  const { signal, filter, currentPath } = request;
  const fence = createPromptDelimiter();
  const marker = model.cacheMarker ?? undefined;
  const prompt = writePrompt({ request, site, reader, fence, sources: sources.all(), marker });
  const { stream } = streamText({
    model: withJoinedText(model.languageModel),
    instructions: prompt.instructions,
    messages: prompt.messages,
    tools: answerTools({ site, reader, sources, trace, fence, filter, currentPath }),
    stopWhen: isStepCount(MAX_STEPS),
    prepareStep: ({ stepNumber, messages }) => ({
      // A first call that needs no second one would pay for a cache that nothing reads.
      ...(stepNumber > 0 && { messages: markLast(messages, marker) }),
      ...(stepNumber === MAX_STEPS - 1 && { toolChoice: "none" as const }),
    }),
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    abortSignal: signal,
    // The error comes as a part of the stream, too; without a listener the SDK writes it to the console.
    onError: () => undefined,
  });
  return stream;
}

/** Its thoughts stay here. That it thinks goes out, because it may do so for long. */
function toActivity(
  part: { type: "reasoning-start" } | { type: "tool-call"; toolName: string; input?: unknown },
  { retriever, url }: AnswerSite,
) {
  if (part.type === "reasoning-start") return { type: "think" } satisfies ActivityData;
  const { query, path } = (part.input ?? {}) as { query?: unknown; path?: unknown };
  if (part.toolName === "search" && typeof query === "string")
    return { type: "search", query: query.slice(0, 200) } satisfies ActivityData;
  if (part.toolName !== "read_page" || typeof path !== "string") return null;
  const title = findPage(retriever, path, url)?.title;
  return { type: "read", path: path.slice(0, 200), ...(title !== undefined && { title }) } satisfies ActivityData;
}

/** The line that closes the code block which a text ends in the middle of; null where it ends outside of one. */
export function closingFence(text: string): string | null {
  const last = splitFences(text).at(-1);
  if (!last?.fence || last.isClosed) return null;
  // Outside of the quote or the list that it stands in, the same line would open another block.
  return last.fence.prefix.replace(/[^\s>]/g, " ") + last.fence.mark;
}

/** What the reader sees: what happened, never which setting is wrong. The operator's log has the setting. */
const READER_ERRORS: Partial<Record<ModelErrorCode, readonly [ErrorCode, string]>> = {
  rate_limited: ["unavailable", "The assistant has too many requests. Try again shortly."],
  overloaded: ["unavailable", "The assistant's model is overloaded. Try again shortly."],
  timed_out: ["unavailable", "The assistant's model took too long to answer. Try again shortly."],
  unreachable: ["upstream_error", "The assistant's model is unreachable. Try again later."],
  cut_off: ["upstream_error", "The connection to the assistant's model was lost. Ask again."],
  context_too_long: [
    "invalid_request",
    "The question and its context are too long for the assistant's model. Send less.",
  ],
  refused: ["upstream_error", "The assistant's model refused to answer this question. Rephrase it."],
};
const OTHER = ["upstream_error", "The assistant's model failed. Try again later."] as const;
const RETRY_AFTER_SECONDS = 10;

/** A failure of the model, phrased for a reader. `operatorSentence` is the same failure for the operator. */
class AnswerError extends AppError {
  readonly operatorSentence: string;

  constructor(fault: { code: ModelErrorCode; sentence: string; retryAfterSeconds?: number }, cause: unknown) {
    const [code, sentence] = READER_ERRORS[fault.code] ?? OTHER;
    const retryAfterSeconds = fault.retryAfterSeconds ?? (code === "unavailable" ? RETRY_AFTER_SECONDS : undefined);
    super(code, sentence, { cause, retryAfterSeconds });
    this.operatorSentence = fault.sentence;
  }
}

/** Puts whatever a call to the model failed with into words for its reader; what is in such words already stays. */
function toAnswerError(error: unknown, model: Model): AppError {
  return error instanceof AppError ? error : new AnswerError(toModelError(error, model), error);
}
