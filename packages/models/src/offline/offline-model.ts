import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Model } from "../model.ts";
import { nextTurn } from "./next-turn.ts";
import { readConversation } from "./read-conversation.ts";
import { streamTurn, toResult } from "./stream-turn.ts";

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
  return { name: "offline", provider: "offline", modelId: "offline", languageModel, hasCacheMarkers: false };
}

function decide({ prompt, tools = [], toolChoice, abortSignal }: LanguageModelV4CallOptions) {
  abortSignal?.throwIfAborted();
  const conversation = readConversation(prompt);
  const offered = toolChoice?.type === "none" ? [] : tools.map(({ name }) => name);
  return { turn: nextTurn(conversation, new Set(offered)), firstCall: conversation.totalCalls + 1 };
}
