import { setTimeout as sleep } from "node:timers/promises";
import { type Model, reportedCost } from "@docsteward/models/model";
import { type ModelError, type ModelErrorCode, toFinishError, toModelError } from "@docsteward/models/model-error";
import { toSentSchema } from "@docsteward/models/sent-schema";
import { type ModelUsage, measureCall } from "@docsteward/platform/money";
import {
  type AssistantModelMessage,
  isStepCount,
  jsonSchema,
  type ModelMessage,
  streamText,
  type Tool,
  type ToolSet,
  tool,
} from "ai";
import { EMPTY_ANSWER } from "../journal-state.ts";
import { JobFailure, type JobModel } from "../ports.ts";
import type { AgentTool } from "../tools/tool.ts";

/** A complete answer of the model. */
export type ModelAnswer = {
  message: AssistantModelMessage;
  text: string;
  /** What is wrong with a tool call, by its id: an unknown tool, or arguments that do not fit. */
  invalid: Record<string, string>;
  usage: ModelUsage;
};

/** Everything a model call depends on. */
export type ModelCall = JobModel & {
  instructions: string;
  messages: readonly ModelMessage[];
  tools: readonly AgentTool[];
  /** Time that is left for the answer: a wait that is asked for and would be longer is not waited for. */
  leftMs: number;
  /** Whether another model stands by: this one is then tried less often, and no long wait is waited for. */
  hasFallback: boolean;
  signal: AbortSignal;
};

/** A model that could not be reached, or whose answer cannot be used. */
export class ModelFailure extends JobFailure {
  readonly fault: ModelErrorCode;
  /** Whether the model may answer later, as after an overload. */
  readonly isPassing: boolean;

  constructor(fault: ModelError, options: { cause?: unknown } = {}) {
    super("model_error", fault.sentence, options);
    this.fault = fault.code;
    this.isPassing = fault.isRetryable;
  }
}

/** An answer that ended badly, before it is decided whether the call is made again. */
class BadAnswer extends Error {
  readonly fault: ModelError;

  constructor(fault: ModelError) {
    super(fault.sentence);
    this.fault = fault;
  }
}

const ATTEMPTS = 5;
const ATTEMPTS_WITH_FALLBACK = 3;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_WITH_FALLBACK_MS = 10_000;

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
  const attempts = call.hasFallback ? ATTEMPTS_WITH_FALLBACK : ATTEMPTS;
  const longestPauseMs = call.hasFallback ? LONGEST_PAUSE_WITH_FALLBACK_MS : Number.POSITIVE_INFINITY;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(call);
    } catch (error) {
      call.signal.throwIfAborted();
      const fault = error instanceof BadAnswer ? error.fault : toModelError(error, call.model);
      const pauseMs = fault.retryAfterSeconds ? fault.retryAfterSeconds * 1_000 : FIRST_PAUSE_MS * 2 ** (attempt - 1);
      const isTooLong = pauseMs > longestPauseMs || performance.now() + pauseMs > endMs;
      const isHopeless = !fault.isRetryable || attempt === attempts || isTooLong;
      if (isHopeless) throw new ModelFailure(fault, { cause: error });
      await sleep(pauseMs, undefined, { signal: call.signal });
    }
  }
}

async function callOnce(call: ModelCall): Promise<ModelAnswer> {
  const { model, price, effort, instructions, messages, tools, signal } = call;
  let failure: unknown;
  const marker = model.cacheMarker ?? undefined;
  const result = streamText({
    model: model.languageModel,
    instructions: [{ role: "system", content: instructions, providerOptions: marker }],
    messages: markLast(
      messages.map((message) => forModel(message, model)),
      marker,
    ),
    reasoning: effort ?? undefined,
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

  const [response, toolCalls, text, usage, metadata, finishReason] = await Promise.all([
    result.response,
    result.toolCalls,
    result.text,
    result.usage,
    result.providerMetadata,
    result.finishReason,
  ]);
  // An answer that was cut may still hold complete tool calls; the model gets an error result for the broken one.
  const fault = toolCalls.length === 0 ? toFinishError(finishReason, model) : null;
  if (fault) throw new BadAnswer(fault);
  const message = response.messages.find((candidate) => candidate.role === "assistant") ?? {
    role: "assistant",
    content: [],
  };
  return {
    message: withMaker(toPlainJson(message), model),
    text,
    invalid: Object.fromEntries(
      toolCalls.flatMap((made) => (made.invalid ? [[made.toolCallId, describeInvalid(made, tools)]] : [])),
    ),
    usage: measureCall(usage, price, reportedCost(metadata)),
  };
}

/** The key in an answer's options under which the journal says whose it is. It is never sent. */
const MAKER = "docsteward";
const makerOf = ({ provider, modelId }: Model) => `${provider}/${modelId}`;

/** An answer with reasoning, or with anything else that only its own model may see again, says whose it is. */
function withMaker(message: AssistantModelMessage, model: Model): AssistantModelMessage {
  const { content, providerOptions } = message;
  const isBound =
    typeof content !== "string" && content.some((part) => part.type === "reasoning" || "providerOptions" in part);
  if (!isBound) return message;
  return { ...message, providerOptions: { ...providerOptions, [MAKER]: { model: makerOf(model) } } };
}

/**
 * A message as a model may have it: without the reasoning and the signatures of another one, which providers refuse. A job changes
 * its model when one is overloaded, and between rounds when the project does.
 */
function forModel(message: ModelMessage, model: Model): ModelMessage {
  const maker = message.role === "assistant" ? message.providerOptions?.[MAKER]?.model : undefined;
  if (message.role !== "assistant" || maker === undefined) return message;
  const { [MAKER]: _, ...others } = message.providerOptions ?? {};
  if (maker === makerOf(model)) {
    const { providerOptions: __, ...rest } = message;
    return Object.keys(others).length === 0 ? rest : { ...rest, providerOptions: others };
  }
  const parts = typeof message.content === "string" ? [] : message.content;
  const content = parts
    .filter(({ type }) => type !== "reasoning" && type !== "reasoning-file")
    .map((part) => ("providerOptions" in part ? { ...part, providerOptions: undefined } : part));
  return { role: "assistant", content: content.length > 0 ? content : [{ type: "text", text: EMPTY_ANSWER }] };
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

const sent = new WeakMap<AgentTool, Tool>();

/** A tool as the model's provider gets it: without `execute`, because the loop runs it after the call is journaled. */
export function toSentTool(agentTool: AgentTool): Tool {
  const known = sent.get(agentTool);
  if (known) return known;
  const { description, input } = agentTool;
  const { schema, options } = toSentSchema<unknown>(input);
  const made = tool({ description, inputSchema: jsonSchema(schema, options) });
  sent.set(agentTool, made);
  return made;
}
