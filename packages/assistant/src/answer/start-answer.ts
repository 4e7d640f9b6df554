import type { Model } from "@docsteward/models/model";
import { toFinishError } from "@docsteward/models/to-model-error";
import type { ModelPrice } from "@docsteward/platform/model-price";
import type { AnswerChunk } from "./answer-chunk.ts";
import type { AnswerRecord } from "./answer-record.ts";
import type { AnswerRequest } from "./answer-request.ts";
import type { AnswerSite } from "./answer-site.ts";
import { answerTools } from "./answer-tools.ts";
import { askModel, type ModelUse } from "./ask-model.ts";
import { closingFence } from "./closing-fence.ts";
import { condenseQuestion, type WholeQuestion } from "./condense-question.ts";
import { createAnswerWriter } from "./create-answer-writer.ts";
import { createFence } from "./create-fence.ts";
import { createSources } from "./create-sources.ts";
import { createTrace, newTrace } from "./create-trace.ts";
import { quoteAnswer } from "./quote-answer.ts";
import { AnswerError, toAnswerError } from "./to-answer-error.ts";
import { writePrompt } from "./write-prompt.ts";

export type Answerer = { model: Model; price: ModelPrice | null };

export type StartedAnswer = {
  record: AnswerRecord;
  /**
   * The first chunk comes once the model's first part is there; what fails before it is thrown there, what fails later in the
   * middle. Holds no `start`, `finish` and `error` chunk.
   */
  chunks: AsyncGenerator<AnswerChunk, void>;
};

const PASSAGES_A_PAGE = 3;
/** Of all passages together: what a reader asks for in pages may be far more than helps. */
const MAX_PASSAGE_CHARACTERS = 60_000;
const OFFLINE_LABEL = "*Quoted from the documentation: this installation has no language model.*\n\n";
/** Said behind an answer that stops where its model did not mean to. */
const CUT_OFF = {
  length: "*The answer was cut off here, at the most it may be long.*",
  "content-filter": "*The model's provider cut the answer off here.*",
};
const EMPTY_LABEL = "*The model gave no answer. Quoted from the documentation:*\n\n";

/** Begins to answer a question from the pages of a site. Nothing happens before the first chunk is asked for. */
export function startAnswer(answerer: Answerer, request: AnswerRequest, site: AnswerSite): StartedAnswer {
  const asked = request.history.filter(({ role }) => role === "user").map(({ text }) => text);
  const whole = condenseQuestion(request.question, asked);
  const record: AnswerRecord = {
    searchedFor: [whole.text, whole.carried].filter(Boolean).join(" "),
    text: "",
    category: null,
    sources: [],
    use: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costMicroUsd: 0, modelCalls: 0 },
    retrievalMs: null,
    firstTextMs: null,
    trace: newTrace(request),
  };
  return { record, chunks: answer(answerer, { request, whole, site, record }) };
}

type Asked = { request: AnswerRequest; whole: WholeQuestion; site: AnswerSite; record: AnswerRecord };

async function* answer(
  { model, price }: Answerer,
  { request, whole, site, record }: Asked,
): AsyncGenerator<AnswerChunk, void> {
  const startedMs = performance.now();
  const sources = createSources();
  const trace = createTrace(record.trace, site, startedMs);
  const writer = createAnswerWriter({ site, sources, record, startedMs });
  await retrieve();
  record.retrievalMs = performance.now() - startedMs;
  if (model.provider === "offline") {
    yield* quote(OFFLINE_LABEL);
  } else {
    const { reason, answerFrom } = yield* ask();
    yield* writer.flush();
    const refusal = reason === "content-filter" ? toFinishError(reason, model) : null;
    if (!writer.hasSpoken() && refusal) throw new AnswerError(refusal, undefined);
    if (!writer.hasSpoken(answerFrom)) yield* quote((record.text.trim() === "" ? "" : gap()) + EMPTY_LABEL);
    else if (reason === "length" || reason === "content-filter") {
      const fence = closingFence(record.text);
      yield* writer.write(`${fence === null ? gap() : `\n${fence}\n\n`}${CUT_OFF[reason]}`);
    }
  }
  yield* writer.end();

  async function retrieve(): Promise<void> {
    const { filter, currentPath, pageCount } = request;
    const context = [whole.carried, ...request.context.map(({ value }) => value)].filter((part) => part !== "");
    const hits = await site.retriever.search({
      text: whole.text,
      limit: pageCount,
      filter,
      currentPath,
      context,
    });
    let room = MAX_PASSAGE_CHARACTERS;
    const best = hits[0]?.score || 1;
    for (const { page, score, passages } of hits) {
      for (const { chunk } of passages.slice(0, PASSAGES_A_PAGE)) {
        room -= chunk.text.length;
        if (room >= 0) trace.passage(sources.add(page, chunk), { step: null, score: score / best });
      }
    }
  }

  /**
   * Words before a search only announce it: what counts as an answer comes behind the last one.
   *
   * @returns also where in the text that begins. It is told by what the reader got, since the filter may leave nothing of it.
   */
  async function* ask() {
    let answerFrom = 0;
    let isBehindTool = false;
    const fence = createFence();
    const { signal, filter, currentPath } = request;
    const prompt = writePrompt({
      request,
      site,
      fence,
      sources: sources.all(),
      hasCacheMarkers: model.hasCacheMarkers,
    });
    const tools = answerTools({ site, sources, trace, fence, filter, currentPath });
    const onUse = (use: ModelUse) => addUse(record.use, use);
    const parts = askModel({ model, price, prompt, tools, signal, onUse });
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
          yield* writer.write(part.value.text);
        } else {
          isBehindTool ||= part.value.activity.type !== "think";
          yield { type: "data-activity", data: part.value.activity, transient: true } as const;
        }
      }
    } catch (error) {
      const cause = signal.aborted ? signal.reason : error;
      // Whoever stopped the answer knows why; that time ran out is the model's failure.
      if (signal.aborted && cause?.name !== "TimeoutError") throw cause;
      throw toAnswerError(cause, model);
    } finally {
      await parts.return("other");
    }
  }

  /** What a new paragraph needs in front of it. */
  function gap(): string {
    return record.text.endsWith("\n\n") ? "" : "\n\n";
  }

  async function* quote(label: string) {
    const { category, pieces } = quoteAnswer(whole, sources.all());
    writer.beginQuotation();
    if (category === "unanswered") writer.markUnanswered();
    for (const piece of [label, ...pieces]) yield* writer.write(piece);
  }
}

function addUse(sum: ModelUse, use: ModelUse): void {
  for (const name of Object.keys(sum) as (keyof ModelUse)[]) sum[name] += use[name];
}
