/** What can go wrong with a call to a model, by name. */
export type ModelErrorCode =
  | "key_refused"
  | "no_credit"
  | "model_unknown"
  | "model_unfit"
  | "address_wrong"
  | "address_refused"
  | "rate_limited"
  | "overloaded"
  | "context_too_long"
  | "answer_too_long"
  | "answer_too_large"
  | "refused"
  | "request_refused"
  | "unreachable"
  | "timed_out"
  | "cut_off"
  | "aborted"
  | "failed";

/** A failed call in our own terms. */
export type ModelError = {
  code: ModelErrorCode;
  /** For people: what is wrong and which setting to change. Never holds a key, a header or a prompt. */
  sentence: string;
  /** Whether the same call may work a little later. */
  isRetryable: boolean;
  /** How long the provider asked to wait, in whole seconds. */
  retryAfterSeconds?: number;
};
