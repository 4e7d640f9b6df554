import type { SourceData } from "@docsteward/assistant/answer/answer-chunk";
import type { AnswerTrace } from "@docsteward/assistant/answer/answer-trace";
import type { Prisma, ThreadTurn } from "@docsteward/db/client";

export type { AnswerTrace };

/** A question and its answer, for those who run the site. */
export type TurnDetails = {
  messageId: string;
  question: string;
  answer: string;
  status: ThreadTurn["status"];
  category: ThreadTurn["category"];
  sources: SourceData[];
  currentPath: string | null;
  searchedFor: string | null;
  model: string;
  commit: string;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  modelCalls: number;
  costUsd: number;
  retrievalMs: number | null;
  firstTextMs: number | null;
  totalMs: number | null;
  failure: string | null;
  rating: ThreadTurn["rating"];
  comment: string | null;
  /** How the answer came about; null while it is made, and for answers of before there was a trace. */
  trace: AnswerTrace | null;
  /** The gap that it is an instance of, once somebody has looked. */
  gapId: string | null;
  createdAt: string;
};

/** A thread as a list shows it: by its first question. */
export type ThreadListItem = {
  id: string;
  threadId: string;
  fp: string;
  firstQuestion: string;
  turnCount: number;
  unansweredCount: number;
  upCount: number;
  downCount: number;
  createdAt: string;
  updatedAt: string;
};

/** A question with its answer as pages and the command line show it. */
export function presentTurn(turn: ThreadTurn): TurnDetails {
  const { id, costMicroUsd, createdAt, endedAt, sources, ...rest } = turn;
  return {
    messageId: id,
    question: rest.question,
    answer: rest.answer,
    status: rest.status,
    category: rest.category,
    sources: toSources(sources),
    currentPath: rest.currentPath,
    searchedFor: rest.searchedFor,
    model: rest.model,
    commit: rest.commit,
    inputTokens: rest.inputTokens,
    cachedInputTokens: rest.cachedInputTokens,
    outputTokens: rest.outputTokens,
    modelCalls: rest.modelCalls,
    costUsd: Number(costMicroUsd) / 1_000_000,
    retrievalMs: rest.retrievalMs,
    firstTextMs: rest.firstTextMs,
    totalMs: endedAt && endedAt.getTime() - createdAt.getTime(),
    failure: rest.failure,
    rating: rest.rating,
    comment: rest.comment,
    trace: toTrace(rest.trace),
    gapId: rest.gapId,
    createdAt: createdAt.toISOString(),
  };
}

/** The column is written by `endTurn` alone, with this very type. */
function toSources(value: Prisma.JsonValue): SourceData[] {
  return value as SourceData[];
}

/** As `toSources`. */
function toTrace(value: Prisma.JsonValue): AnswerTrace | null {
  return value as AnswerTrace | null;
}
