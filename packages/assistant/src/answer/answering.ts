import type { Model } from "@docsteward/models/model";
import type { ModelPrice } from "@docsteward/platform/model-price";
import type { AnswerRecord } from "./answer-record.ts";
import type { AnswerRequest } from "./answer-request.ts";
import type { AnswerSite } from "./answer-site.ts";
import type { WholeQuestion } from "./condense-question.ts";
import type { AnswerWriter } from "./create-answer-writer.ts";
import type { Sources } from "./create-sources.ts";
import type { TraceWriter } from "./create-trace.ts";

/** Who answers. */
export type Answerer = { model: Model; price: ModelPrice | null };

/** One answer while it comes about: what was asked of whom, and what has been found and said so far. */
export type Answering = Answerer & {
  request: AnswerRequest;
  whole: WholeQuestion;
  site: AnswerSite;
  record: AnswerRecord;
  sources: Sources;
  trace: TraceWriter;
  writer: AnswerWriter;
};
