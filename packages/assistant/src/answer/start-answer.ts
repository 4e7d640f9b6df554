import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { NO_USAGE } from "@docsteward/platform/money";
import type { AnswerRecord, AnswerRequest, AnswerSite } from "./answer.ts";
import { type AnswerContext, type AnsweringModel, createAnswerWriter } from "./answer-writer.ts";
import { condenseQuestion } from "./condense-question.ts";
import { answerWithModel } from "./model-answer.ts";
import { retrievePassages } from "./passages.ts";
import { writeQuotation } from "./quoted-answer.ts";
import { readerOf } from "./reader.ts";
import { createSources } from "./sources.ts";
import { createTrace, newTrace } from "./trace.ts";

/** An answer under way: its record, which grows until the end, and its chunks. */
export type StartedAnswer = {
  record: AnswerRecord;
  /**
   * Yields the first chunk when the model's first part arrives. A failure before that is thrown here, a later one from the
   * iteration. Holds no `start`, `finish` and `error` chunk.
   */
  chunks: AsyncGenerator<UiChunk, void>;
};

const OFFLINE_LABEL = "*Quoted from the documentation. This installation has no language model.*\n\n";

/** Begins to answer a question from the pages of a site. Nothing happens before the first chunk is asked for. */
export function startAnswer(answerer: AnsweringModel, request: AnswerRequest, site: AnswerSite): StartedAnswer {
  const asked = request.history.filter(({ role }) => role === "user").map(({ text }) => text);
  const whole = condenseQuestion(request.question, asked);
  const record: AnswerRecord = {
    searchedFor: [whole.text, whole.carried].filter(Boolean).join(" "),
    text: "",
    category: null,
    sources: [],
    use: NO_USAGE,
    retrievalMs: null,
    firstTextMs: null,
    trace: newTrace(request),
  };
  const open = () => openAnswer({ ...answerer, request, whole, site, record });
  return { record, chunks: answerer.model.provider === "offline" ? answerOffline(open) : answerWithModel(open) };
}

type Asked = Omit<AnswerContext, "reader" | "sources" | "trace" | "writer">;

/** Prepares an answer: what its sources, its trace and its text are collected in, and the passages found for the question. */
async function openAnswer(asked: Asked): Promise<AnswerContext> {
  const { site, record } = asked;
  const startedMs = performance.now();
  const sources = createSources();
  const trace = createTrace(record.trace, site, startedMs);
  const reader = readerOf(asked.request, site);
  const answering = {
    ...asked,
    reader,
    sources,
    trace,
    writer: createAnswerWriter({ site, sources, trace, record, startedMs }),
  };
  await retrievePassages(answering);
  record.retrievalMs = performance.now() - startedMs;
  return answering;
}

async function* answerOffline(open: () => Promise<AnswerContext>): AsyncGenerator<UiChunk, void> {
  const answering = await open();
  yield* writeQuotation(answering, OFFLINE_LABEL);
  yield* answering.writer.end();
}
