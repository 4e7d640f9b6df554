import { PROVIDER_LABELS } from "@docsteward/contract/model-settings";
import { HOSTED_VARIABLES } from "@docsteward/platform/env";
import type { Model } from "./model.ts";
import { readVendorError, type VendorError } from "./read-vendor-error.ts";

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

type Named = Pick<Model, "provider" | "modelId" | "name" | "isFromSettings">;

const RETRYABLE: ReadonlySet<ModelErrorCode> = new Set([
  "rate_limited",
  "overloaded",
  "unreachable",
  "timed_out",
  "cut_off",
]);

/**
 * Puts any failure of a model call into our own terms: SDK errors, error events of a stream, network errors, aborts.
 *
 * @param error what was thrown, or the `error` of a stream part
 * @param model whose call it was; names the settings in the sentence
 */
export function toModelError(error: unknown, model: Named): ModelError {
  const vendor = readVendorError(error);
  const code = classify(vendor);
  return {
    code,
    sentence: sentenceFor(code, model, vendor),
    isRetryable: RETRYABLE.has(code) || (code === "failed" && (vendor.status ?? 0) >= 500),
    ...(vendor.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: vendor.retryAfterSeconds }),
  };
}

const FINISH_ERRORS: ReadonlyMap<string, ModelErrorCode> = new Map([
  ["content-filter", "refused"],
  ["length", "answer_too_long"],
  ["error", "failed"],
]);

/**
 * The failure behind an answer that ended badly, or null when it ended well.
 *
 * @param finishReason the SDK's unified reason; `content-filter` is a refusal, `length` an answer that was cut, `error` what some
 *   providers end a broken answer with
 */
export function toFinishError(finishReason: string, model: Named): ModelError | null {
  const code = FINISH_ERRORS.get(finishReason);
  if (code === undefined) return null;
  const message = "The model ended its response with an error.";
  return {
    code,
    sentence: sentenceFor(code, model, { words: "", message, codes: [], names: [] }),
    isRetryable: code === "failed",
  };
}

const NETWORK =
  /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|UND_ERR_SOCKET|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
const TIMEOUT = /^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/;

/** In this order: the vendor's words say more than its status, the status more than the network. */
function classify({ status, words, codes, names }: VendorError): ModelErrorCode {
  if (/credit balance|insufficient_quota|billing_error|exceeded your current quota|payment required/.test(words)) {
    return "no_credit";
  }
  if (
    /prompt is too long|exceed context limit|context_length_exceeded|maximum context length|context size|context window|context overflow/.test(
      words,
    )
  ) {
    return "context_too_long";
  }
  if (/does not support tools|tool choice requires|tool calling is not|tools? (is|are) not supported/.test(words)) {
    return "model_unfit";
  }
  if (/content_filter|content management policy/.test(words)) return "refused";
  const isUnknownModel =
    /model_not_found|no models loaded/.test(words) ||
    saysNoModel(words) ||
    (status === 404 && /not_found_error/.test(words) && /model: /.test(words));
  if (isUnknownModel && (status === undefined || status === 404 || status === 400)) return "model_unknown";
  if (names.includes("AddressRefusedError")) return "address_refused";
  if (names.includes("AnswerTooLargeError")) return "answer_too_large";
  if (status === 200 || (status === undefined && words.includes("ended without"))) return "cut_off";
  if (status !== undefined) return classifyStatus(status, words);
  if (words.includes("overloaded")) return "overloaded";
  if (words.includes("rate limit") || words.includes("rate_limit")) return "rate_limited";
  if (names.includes("TimeoutError") || codes.some((code) => TIMEOUT.test(code))) return "timed_out";
  if (codes.some((code) => NETWORK.test(code)) || /cannot connect to api|fetch failed/.test(words))
    return "unreachable";
  if (names.includes("AbortError") || names.includes("ResponseAborted")) return "aborted";
  return "failed";
}

/** Whether "model" and, soon after it on its line, that there is none stand in what a vendor says. */
function saysNoModel(words: string): boolean {
  for (let at = words.indexOf("model "); at !== -1; at = words.indexOf("model ", at + 1)) {
    const [near = ""] = words.slice(at, at + 220).split("\n", 1);
    if (near.includes("not found") || near.includes("does not exist")) return true;
  }
  return false;
}

function classifyStatus(status: number, words: string): ModelErrorCode {
  if (status === 401 || status === 403) return "key_refused";
  if (status === 402) return "no_credit";
  if (status === 404 || status === 405) return "address_wrong";
  if (status === 408 || status === 504) return "timed_out";
  if (status === 413) return "context_too_long";
  if (status === 429) return "rate_limited";
  if (status === 503 || status === 529 || words.includes("overloaded")) return "overloaded";
  return status >= 400 && status < 500 ? "request_refused" : "failed";
}

/** Who is called, and the variables of its key and its address. */
function settingsOf(provider: Model["provider"]): { vendor: string; key: string; address: string } {
  switch (provider) {
    case "offline":
      return { vendor: "The offline model", key: "MODEL_PROVIDER", address: "MODEL_PROVIDER" };
    case "anthropic":
      return { vendor: "Anthropic", key: "ANTHROPIC_API_KEY", address: "ANTHROPIC_BASE_URL" };
    case "openai-compatible":
      return {
        vendor: "The model server",
        key: "OPENAI_COMPATIBLE_API_KEY",
        address: "OPENAI_COMPATIBLE_BASE_URL",
      };
    default:
      return { vendor: PROVIDER_LABELS[provider], ...HOSTED_VARIABLES[provider] };
  }
}

/** Where people set what the environment does not. */
const IN_SETTINGS = {
  key: "the API key under Settings > Models",
  address: "the URL under Settings > Models",
  model: "the model under Settings > Models",
};

function modelSetting({ provider, name, isFromSettings }: Named): string {
  if (isFromSettings) return IN_SETTINGS.model;
  if (provider === "openai-compatible") return "OPENAI_COMPATIBLE_MODEL";
  if (provider === "offline") return "MODEL_PROVIDER";
  return provider === "anthropic" ? `MODEL_${name.toUpperCase()}` : "MODEL_ID";
}

function sentenceFor(code: ModelErrorCode, model: Named, error: VendorError): string {
  const { vendor, key, address } = { ...settingsOf(model.provider), ...(model.isFromSettings && IN_SETTINGS) };
  const status = error.status === undefined ? "" : ` (${error.status})`;
  const wait = error.retryAfterSeconds === undefined ? "" : ` and asks to wait ${error.retryAfterSeconds} seconds`;
  switch (code) {
    case "key_refused":
      return `${vendor} refused the API key${status}. Check ${key}.`;
    case "no_credit":
      return `The ${vendor} account of ${key} has no credit left. Add credit, or set another key.`;
    case "model_unknown":
      return `${vendor} has no model "${model.modelId}" for this API key. Check ${modelSetting(model)}.`;
    case "model_unfit":
      return `The model "${model.modelId}" doesn't support tool calls, which the agent needs. Set ${modelSetting(model)} to a model that does.`;
    case "address_wrong":
      return `${vendor} doesn't respond at the configured URL${status}. Check ${address}, which usually ends in /v1.`;
    case "address_refused":
      return `${vendor} can't be called at this URL: ${error.message} To allow a private network, add it to MODEL_ALLOWED_NETWORKS.`;
    case "rate_limited":
      return `${vendor} limits the rate of calls${wait}. Try again later, or raise the limit of the account of ${key}.`;
    case "overloaded":
      return `${vendor} is overloaded${wait}. Try again later.`;
    case "context_too_long":
      return `The conversation is too long for "${model.modelId}". Split the task, or set ${modelSetting(model)} to a model with a longer context.`;
    case "answer_too_long":
      return `A response of "${model.modelId}" was cut off because it was too long. Split the task.`;
    case "answer_too_large":
      return `${vendor} sent a response that is too large. Check that ${address} is a model server.`;
    case "refused":
      return `The model "${model.modelId}" refused this request. Rephrase it, or use another model.`;
    case "request_refused":
      return `${vendor} refused the request${status}: ${quote(error.message)}`;
    case "unreachable":
      return `${vendor} is unreachable. Check this machine's network and ${address}.`;
    case "timed_out":
      return `${vendor} did not answer in time. Try again later, or check ${address}.`;
    case "cut_off":
      return `The connection to the model was lost during a response${status === " (200)" ? "" : status}. Try again.`;
    case "aborted":
      return "The model call was stopped.";
    case "failed":
      return `The model call failed${status}: ${quote(error.message)}`;
  }
}

/** The vendor's words in one short line, with everything that could be a secret taken out. */
function quote(message: string): string {
  const safe = message
    .replace(/\b(bearer|basic)\s+\S+/gi, "$1 […]")
    .replace(/\b(sk|pk|key|svc|gh[a-z])[-_][\w*.-]{6,}/gi, "[…]")
    .replace(/[\w+/=*-]{28,}/g, "[…]")
    .replace(/\/\/[^/\s@]+@/g, "//")
    .replace(/\s+/g, " ")
    .trim();
  const short = safe.length > 200 ? `${safe.slice(0, 199)}…` : safe;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}

/** Thrown when texts could not be embedded. The message is a sentence for people; the cause holds the rest. */
export class EmbeddingError extends Error {
  override readonly name = "EmbeddingError";
}

/** Puts a failed call of an embedding model into our own terms, naming the setting to change. */
export function toEmbeddingError(error: unknown): EmbeddingError {
  return new EmbeddingError(`The embedding server ${whatIsWrong(readVendorError(error))}`, { cause: error });
}

function whatIsWrong({ status, codes, names }: VendorError): string {
  if (status === 401 || status === 403) return "refused the API key. Check EMBEDDING_API_KEY.";
  if (status === 404) return "doesn't know the model or the URL. Check EMBEDDING_MODEL and EMBEDDING_BASE_URL.";
  if (status === 429) return "limits the rate of calls. Wait, or raise its account's limit.";
  if (status === 413 || status === 400)
    return `refused the request (${status}). Check that EMBEDDING_MODEL accepts texts of 2,000 characters.`;
  if (status !== undefined && status >= 500) return `failed (${status}). Check its log.`;
  if (names.some((name) => /Timeout|Abort/.test(name)))
    return "took too long to answer. Check whether it is overloaded.";
  if (codes.length > 0)
    return `is unreachable (${codes[0]}). Check EMBEDDING_BASE_URL, and that the server is running.`;
  return "didn't return embeddings. Check EMBEDDING_BASE_URL and EMBEDDING_MODEL.";
}
