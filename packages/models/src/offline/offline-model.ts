import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import type { Model } from "../model.ts";
import { nextTurn } from "./next-turn.ts";
import type { Turn } from "./procedure.ts";
import { readConversation } from "./read-conversation.ts";

/**
 * The model of an installation without a provider: rules behind the interface of a language model.
 *
 * It drives the agent's own loop and tools, needs no network, and answers the same conversation with the same turn. Its
 * grammar and limits are in docs/offline-model.md.
 */
export function createOfflineModel(): Model {
  const languageModel: LanguageModelV4 = {
    specificationVersion: "v4",
    provider: "offline",
    modelId: "offline",
    supportedUrls: {},
    async doGenerate(options) {
      const { turn, firstCall } = decide(options);
      return toResult(turn, firstCall);
    },
    async doStream(options) {
      const { turn, firstCall } = decide(options);
      return { stream: streamTurn(turn, firstCall) };
    },
  };
  return { name: "offline", provider: "offline", modelId: "offline", languageModel, cacheMarker: null };
}

function decide({ prompt, tools = [], toolChoice, abortSignal }: LanguageModelV4CallOptions) {
  abortSignal?.throwIfAborted();
  const conversation = readConversation(prompt);
  const offered = toolChoice?.type === "none" ? [] : tools.map(({ name }) => name);
  return { turn: nextTurn(conversation, new Set(offered)), firstCall: conversation.totalCalls + 1 };
}

/** Rules read and write no tokens, so none are counted. */
const NO_TOKENS: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** A turn as the answer of a model. @param firstCall number of the first tool call, which makes ids occur once in a conversation */
function toResult({ say, requests }: Turn, firstCall: number): LanguageModelV4GenerateResult {
  const calls = requests.map(({ tool, input }, index) => ({
    type: "tool-call" as const,
    toolCallId: `offline_${firstCall + index}`,
    toolName: tool,
    input: JSON.stringify(input),
  }));
  return {
    content: [...(say === "" ? [] : [{ type: "text" as const, text: say }]), ...calls],
    finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
    usage: NO_TOKENS,
    warnings: [],
    response: { modelId: "offline" },
  };
}

/** The same answer as the parts of a stream, in the order real providers send them. */
function streamTurn(turn: Turn, firstCall: number): ReadableStream<LanguageModelV4StreamPart> {
  const { content, finishReason, usage } = toResult(turn, firstCall);
  const parts: LanguageModelV4StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "response-metadata", modelId: "offline" },
  ];
  for (const part of content) {
    if (part.type === "text") {
      const id = "text";
      parts.push({ type: "text-start", id }, { type: "text-delta", id, delta: part.text }, { type: "text-end", id });
    } else if (part.type === "tool-call") {
      const id = part.toolCallId;
      parts.push({ type: "tool-input-start", id, toolName: part.toolName });
      parts.push({ type: "tool-input-delta", id, delta: part.input }, { type: "tool-input-end", id }, part);
    }
  }
  parts.push({ type: "finish", finishReason, usage });
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
