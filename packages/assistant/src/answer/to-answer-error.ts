import { AppError, type ErrorCode } from "@docsteward/contract/error";
import type { Model } from "@docsteward/models/model";
import type { ModelErrorCode } from "@docsteward/models/model-error";
import { toModelError } from "@docsteward/models/to-model-error";

/** What a reader is told: what happened, never which setting is wrong. That is for the operator, in the log. */
const READER_ERRORS: Partial<Record<ModelErrorCode, readonly [ErrorCode, string]>> = {
  rate_limited: ["unavailable", "The assistant is asked a lot just now. Try again in a moment."],
  overloaded: ["unavailable", "The assistant's model is overloaded. Try again in a moment."],
  timed_out: ["unavailable", "The assistant's model took too long to answer. Try again in a moment."],
  unreachable: ["upstream_error", "The assistant's model cannot be reached. Try again later."],
  cut_off: ["upstream_error", "The connection to the assistant's model broke. Ask again."],
  context_too_long: [
    "invalid_request",
    "The question and its context are longer than the assistant can read. Send less.",
  ],
  refused: ["upstream_error", "The assistant's model refused to answer this question. Put it differently."],
};
const OTHER = ["upstream_error", "The assistant's model failed. Try again later."] as const;
const RETRY_AFTER_SECONDS = 10;

/** A failure of the model, said to a reader. `operatorSentence` says it to whoever runs the service. */
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
