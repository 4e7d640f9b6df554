import { NO_USAGE } from "@docsteward/platform/money";
import type { AnswerRecord, AnswerRequest, AnswerSite } from "./answer.ts";
import type { AnswerChunk } from "./answer-chunk.ts";
import { type AnswerContext, type AnsweringModel, createAnswerWriter } from "./answer-writer.ts";
import { condenseQuestion } from "./condense-question.ts";
import { writeModelAnswer } from "./model-answer.ts";
import { writeQuotation } from "./quoted-answer.ts";
import { createSources } from "./sources.ts";
import { createTrace, newTrace } from "./trace.ts";

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
  return { record, chunks: answer({ ...answerer, request, whole, site, record }) };
}

async function* answer(asked: Omit<AnswerContext, "sources" | "trace" | "writer">): AsyncGenerator<AnswerChunk, void> {
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

const PASSAGES_A_PAGE = 3;
/** Of all passages together: what a reader asks for in pages may be far more than helps. */
const MAX_PASSAGE_CHARACTERS = 60_000;

/** Searches for the question, and makes what was found the first sources of its answer, the best page first. */
export async function retrievePassages({ request, whole, site, sources, trace }: AnswerContext): Promise<void> {
  const { filter, currentPath, pageCount } = request;
  const context = [whole.carried, ...request.context.map(({ value }) => value)].filter((part) => part !== "");
  const hits = await site.retriever.search({ text: whole.text, limit: pageCount, filter, currentPath, context });
  let room = MAX_PASSAGE_CHARACTERS;
  const best = hits[0]?.score || 1;
  for (const { page, score, passages } of hits) {
    for (const { chunk } of passages.slice(0, PASSAGES_A_PAGE)) {
      room -= chunk.text.length;
      if (room >= 0) trace.passage(sources.add(page, chunk), { step: null, score: score / best });
    }
  }
}
