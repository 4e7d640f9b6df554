import { AppError, type ErrorCode } from "@docsteward/contract/error";
import type { Model } from "@docsteward/models/model";
import { type ModelErrorCode, toModelError } from "@docsteward/models/model-error";

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
export class AnswerError extends AppError {
  readonly operatorSentence: string;

  constructor(fault: { code: ModelErrorCode; sentence: string; retryAfterSeconds?: number }, cause: unknown) {
    const [code, sentence] = READER_ERRORS[fault.code] ?? OTHER;
    const retryAfterSeconds = fault.retryAfterSeconds ?? (code === "unavailable" ? RETRY_AFTER_SECONDS : undefined);
    super(code, sentence, { cause, retryAfterSeconds });
    this.operatorSentence = fault.sentence;
  }
}

/** Puts whatever a call to the model failed with into words for its reader; what is in such words already stays. */
export function toAnswerError(error: unknown, model: Model): AppError {
  return error instanceof AppError ? error : new AnswerError(toModelError(error, model), error);
}
