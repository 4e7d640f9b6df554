import type { OutcomeData, SourceData } from "./answer-chunk.ts";
import type { AnswerTrace } from "./answer-trace.ts";
import type { ModelUse } from "./ask-model.ts";

/** What is known of an answer, growing while it is given. Whole once its chunks have ended, whichever way. */
export type AnswerRecord = {
  /** What was searched for: the question, with what it leaned on. */
  searchedFor: string;
  text: string;
  category: OutcomeData["category"] | null;
  /** What the answer cites, in the order of the citations; the nearest pages when it is unanswered. */
  sources: SourceData[];
  use: ModelUse;
  retrievalMs: number | null;
  /** From the start to the first words. */
  firstTextMs: number | null;
  trace: AnswerTrace;
};
