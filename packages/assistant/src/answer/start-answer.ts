import type { AnswerChunk } from "./answer-chunk.ts";
import type { AnswerRecord } from "./answer-record.ts";
import type { AnswerRequest } from "./answer-request.ts";
import type { AnswerSite } from "./answer-site.ts";
import type { Answerer, Answering } from "./answering.ts";
import { condenseQuestion } from "./condense-question.ts";
import { createAnswerWriter } from "./create-answer-writer.ts";
import { createSources } from "./create-sources.ts";
import { createTrace, newTrace } from "./create-trace.ts";
import { retrievePassages } from "./retrieve-passages.ts";
import { writeModelAnswer } from "./write-model-answer.ts";
import { writeQuotation } from "./write-quotation.ts";

export type StartedAnswer = {
  record: AnswerRecord;
  /**
   * The first chunk comes once the model's first part is there; what fails before it is thrown there, what fails later in the
   * middle. Holds no `start`, `finish` and `error` chunk.
   */
  chunks: AsyncGenerator<AnswerChunk, void>;
};

const OFFLINE_LABEL = "*Quoted from the documentation. This installation has no language model.*\n\n";

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
  return { record, chunks: answer({ ...answerer, request, whole, site, record }) };
}

async function* answer(asked: Omit<Answering, "sources" | "trace" | "writer">): AsyncGenerator<AnswerChunk, void> {
  const { model, site, record } = asked;
  const startedMs = performance.now();
  const sources = createSources();
  const trace = createTrace(record.trace, site, startedMs);
  const writer = createAnswerWriter({ site, sources, record, startedMs });
  const answering = { ...asked, sources, trace, writer };
  await retrievePassages(answering);
  record.retrievalMs = performance.now() - startedMs;
  if (model.provider === "offline") yield* writeQuotation(answering, OFFLINE_LABEL);
  else yield* writeModelAnswer(answering);
  yield* writer.end();
}
