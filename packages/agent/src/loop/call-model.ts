import { setTimeout as sleep } from "node:timers/promises";
import type { Model } from "@docsteward/models/model";
import { type ModelError, type ModelErrorCode, toFinishError, toModelError } from "@docsteward/models/model-error";
import { type ModelPrice, type ModelUsage, measureCall } from "@docsteward/platform/money";
import { type AssistantModelMessage, isStepCount, type ModelMessage, streamText, type ToolSet } from "ai";
import { JobFailure } from "../ports.ts";
import type { AgentTool } from "../tools/tool.ts";
import { toSentTool } from "./tool-schema.ts";

/** A complete answer of the model. */
export type ModelAnswer = {
  message: AssistantModelMessage;
  text: string;
  /** What is wrong with a tool call, by its id: an unknown tool, or arguments that do not fit. */
  invalid: Record<string, string>;
  usage: ModelUsage;
};

/** Everything a model call depends on. */
export type ModelCall = {
  model: Model;
  price: ModelPrice | null;
  instructions: string;
  messages: readonly ModelMessage[];
  tools: readonly AgentTool[];
  /** Time that is left for the answer: a wait that is asked for and would be longer is not waited for. */
  leftMs: number;
  signal: AbortSignal;
};

/** A model that could not be reached, or whose answer cannot be used. */
export class ModelFailure extends JobFailure {
  readonly fault: ModelErrorCode;

  constructor(fault: ModelError, options: { cause?: unknown } = {}) {
    super("model_error", fault.sentence, options);
    this.fault = fault.code;
  }
}

const ATTEMPTS = 5;
const FIRST_PAUSE_MS = 1_000;

/**
 * Asks the model for its next answer. Returns the complete answer.
 *
 * Calls only: no tool runs here, so that the answer can be journaled first. A passing fault (overload, cut connection) is
 * tried again with growing pauses; the request is the same bytes each time.
 *
 * @throws ModelFailure with a sentence for people
 */
export async function callModel(call: ModelCall): Promise<ModelAnswer> {
  const endMs = performance.now() + call.leftMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(call);
    } catch (error) {
      call.signal.throwIfAborted();
      if (error instanceof JobFailure) throw error;
      const fault = toModelError(error, call.model);
      const pauseMs = fault.retryAfterSeconds ? fault.retryAfterSeconds * 1_000 : FIRST_PAUSE_MS * 2 ** (attempt - 1);
      const isHopeless = !fault.isRetryable || attempt === ATTEMPTS || performance.now() + pauseMs > endMs;
      if (isHopeless) throw new ModelFailure(fault, { cause: error });
      await sleep(pauseMs, undefined, { signal: call.signal });
    }
  }
}

async function callOnce({ model, price, instructions, messages, tools, signal }: ModelCall): Promise<ModelAnswer> {
  let failure: unknown;
  const marker = model.hasCacheMarkers ? { anthropic: { cacheControl: { type: "ephemeral" } } } : undefined;
  const result = streamText({
    model: model.languageModel,
    instructions: [{ role: "system", content: instructions, providerOptions: marker }],
    messages: markLast(messages, marker),
    tools: toToolSet(tools),
    toolOrder: tools.map(({ name }) => name),
    stopWhen: isStepCount(1),
    maxRetries: 0,
    abortSignal: signal,
    onError: ({ error }) => {
      failure ??= error;
    },
  });
  await result.consumeStream({
    onError: (error) => {
      failure ??= error;
    },
  });
  signal.throwIfAborted();
  if (failure !== undefined) throw failure;

  const [response, toolCalls, text, usage, finishReason] = await Promise.all([
    result.response,
    result.toolCalls,
    result.text,
    result.usage,
    result.finishReason,
  ]);
  // An answer that was cut may still hold complete tool calls; the model gets an error result for the broken one.
  const fault = toolCalls.length === 0 ? toFinishError(finishReason, model) : null;
  if (fault) throw new ModelFailure(fault);
  const message = response.messages.find((candidate) => candidate.role === "assistant") ?? {
    role: "assistant",
    content: [],
  };
  return {
    message: toPlainJson(message),
    text,
    invalid: Object.fromEntries(
      toolCalls.flatMap((made) => (made.invalid ? [[made.toolCallId, describeInvalid(made, tools)]] : [])),
    ),
    usage: measureCall(usage, price),
  };
}

function toToolSet(tools: readonly AgentTool[]): ToolSet {
  return Object.fromEntries(tools.map((one) => [one.name, toSentTool(one)]));
}

/** Puts the cache marker on the newest message, so that all before it is read from the cache next time. */
function markLast(messages: readonly ModelMessage[], marker: ModelMessage["providerOptions"]): ModelMessage[] {
  if (!marker) return [...messages];
  return messages.map((message, index) =>
    index === messages.length - 1 ? { ...message, providerOptions: marker } : message,
  );
}

function describeInvalid(made: { toolName: string; error?: unknown }, tools: readonly AgentTool[]): string {
  const names = tools.map(({ name }) => name);
  if (!names.includes(made.toolName)) return `Tool ${made.toolName} not found. Available tools: ${names.join(", ")}.`;
  const detail = made.error instanceof Error ? rootMessage(made.error) : String(made.error);
  return `Invalid arguments for ${made.toolName}: ${detail.slice(0, 600)}`;
}

function rootMessage(error: Error): string {
  return error.cause instanceof Error ? rootMessage(error.cause) : error.message;
}

/** The message as it will be read back from the journal: the next request must not differ before and after a restart. */
function toPlainJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}
