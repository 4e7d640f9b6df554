import { type UIMessageChunk, uiMessageChunkSchema } from "ai";
import { expect, test } from "vitest";
import { toPublicChunks } from "./ui-message-stream.ts";

type Type = UIMessageChunk["type"];
type Known = Exclude<Type, `data-${string}`> | "data-anything";
/** Every key that the library's own type has, the optional ones too. */
type Full<T extends Known> = Required<
  Extract<UIMessageChunk, { type: T extends "data-anything" ? `data-${string}` : T }>
>;

const providerMetadata = { vendor: { model: "a secret model" } };
const toolMetadata = { cost: 3 };
const tool = { toolCallId: "call", toolName: "search", providerExecuted: true, dynamic: true };
const hidden = { providerMetadata, toolMetadata, title: "Search" };

/** One chunk of every type that the library knows: a release that adds a type or a key does not compile until it stands here. */
const EVERY: { [T in Known]: Full<T> } = {
  start: { type: "start", messageId: "msg", messageMetadata: { threadId: "thr" } },
  "start-step": { type: "start-step" },
  "finish-step": { type: "finish-step" },
  "reset-step": { type: "reset-step" },
  abort: { type: "abort", reason: "gone" },
  "text-start": { type: "text-start", id: "0", providerMetadata },
  "text-delta": { type: "text-delta", id: "0", delta: "Hello", providerMetadata },
  "text-end": { type: "text-end", id: "0", citations: [], providerMetadata },
  "reasoning-start": { type: "reasoning-start", id: "1", providerMetadata },
  "reasoning-delta": { type: "reasoning-delta", id: "1", delta: "Hm", providerMetadata },
  "reasoning-end": { type: "reasoning-end", id: "1", providerMetadata },
  "reasoning-file": { type: "reasoning-file", url: "data:,", mediaType: "text/plain", providerMetadata },
  custom: { type: "custom", kind: "vendor.usage", providerMetadata },
  "tool-input-start": { ...tool, ...hidden, type: "tool-input-start", inputEncoding: "json" },
  "tool-input-delta": { type: "tool-input-delta", toolCallId: "call", inputTextDelta: "{" },
  "tool-input-available": { ...tool, ...hidden, type: "tool-input-available", input: { query: "x" } },
  "tool-input-error": { ...tool, ...hidden, type: "tool-input-error", input: "{", errorText: "Not JSON." },
  "tool-approval-request": {
    type: "tool-approval-request",
    approvalId: "approval",
    toolCallId: "call",
    approvalDescriptor: {},
    inputSchemaInput: {},
    reason: "why",
    isAutomatic: true,
    signature: "signed",
  },
  "tool-approval-response": {
    type: "tool-approval-response",
    approvalId: "approval",
    approved: true,
    reason: "why",
    providerExecuted: true,
    providerMetadata,
  },
  "tool-output-available": {
    type: "tool-output-available",
    toolCallId: "call",
    output: 1,
    providerExecuted: true,
    dynamic: true,
    providerMetadata,
    toolMetadata,
    preliminary: true,
  },
  "tool-output-error": {
    type: "tool-output-error",
    toolCallId: "call",
    errorText: "It failed.",
    providerExecuted: true,
    dynamic: true,
    providerMetadata,
    toolMetadata,
  },
  "tool-output-denied": { type: "tool-output-denied", toolCallId: "call" },
  "source-url": { type: "source-url", sourceId: "1", url: "/guide", title: "Guide", providerMetadata },
  "source-document": {
    type: "source-document",
    sourceId: "2",
    mediaType: "text/plain",
    title: "Guide",
    filename: "guide.txt",
    providerMetadata,
  },
  file: { type: "file", url: "data:,", mediaType: "text/plain", providerMetadata },
  "steering-message": { type: "steering-message", id: "3", parts: [] },
  "data-anything": { type: "data-anything", id: "4", data: { a: 1 }, transient: true },
  error: { type: "error", errorText: "It failed." },
  "message-metadata": { type: "message-metadata", messageMetadata: { threadId: "thr" } },
  finish: { type: "finish", finishReason: "stop", messageMetadata: { threadId: "thr" } },
};

/** What leaves of each, in the words of the first client of generation 5. */
const PUBLIC: { [T in Known]: object[] } = {
  start: [{ type: "start", messageId: "msg", messageMetadata: { threadId: "thr" } }],
  "start-step": [{ type: "start-step" }],
  "finish-step": [{ type: "finish-step" }],
  "reset-step": [],
  abort: [{ type: "abort" }],
  "text-start": [{ type: "text-start", id: "0" }],
  "text-delta": [{ type: "text-delta", id: "0", delta: "Hello" }],
  "text-end": [{ type: "text-end", id: "0" }],
  "reasoning-start": [{ type: "reasoning-start", id: "1" }],
  "reasoning-delta": [{ type: "reasoning-delta", id: "1", delta: "Hm" }],
  "reasoning-end": [{ type: "reasoning-end", id: "1" }],
  "reasoning-file": [],
  custom: [],
  "tool-input-start": [{ type: "tool-input-start", ...tool }],
  "tool-input-delta": [{ type: "tool-input-delta", toolCallId: "call", inputTextDelta: "{" }],
  "tool-input-available": [{ type: "tool-input-available", ...tool, input: { query: "x" } }],
  "tool-input-error": [
    { type: "tool-input-available", ...tool, input: "{" },
    {
      type: "tool-output-error",
      toolCallId: "call",
      errorText: "Not JSON.",
      providerExecuted: true,
      dynamic: true,
    },
  ],
  "tool-approval-request": [],
  "tool-approval-response": [],
  "tool-output-available": [
    { type: "tool-output-available", toolCallId: "call", output: 1, providerExecuted: true, dynamic: true },
  ],
  "tool-output-error": [
    {
      type: "tool-output-error",
      toolCallId: "call",
      errorText: "It failed.",
      providerExecuted: true,
      dynamic: true,
    },
  ],
  "tool-output-denied": [],
  "source-url": [{ type: "source-url", sourceId: "1", url: "/guide", title: "Guide" }],
  "source-document": [
    { type: "source-document", sourceId: "2", mediaType: "text/plain", title: "Guide", filename: "guide.txt" },
  ],
  file: [{ type: "file", url: "data:,", mediaType: "text/plain" }],
  "steering-message": [],
  "data-anything": [{ type: "data-anything", id: "4", data: { a: 1 }, transient: true }],
  error: [{ type: "error", errorText: "It failed." }],
  "message-metadata": [{ type: "message-metadata", messageMetadata: { threadId: "thr" } }],
  finish: [{ type: "finish", messageMetadata: { threadId: "thr" } }],
};

const types = Object.keys(EVERY) as Known[];

test.each(types)("the example of %s is one that the library writes", async (type) => {
  const schema = uiMessageChunkSchema();

  expect(await schema.validate?.(EVERY[type])).toMatchObject({ success: true });
});

test.each(types)("of %s only what every released client takes goes out", (type) => {
  expect(toPublicChunks(EVERY[type])).toEqual(PUBLIC[type]);
});

test("a type that no list has, and one that is called like a method, are dropped", () => {
  expect(["later", "toString", "__proto__"].flatMap((type) => toPublicChunks({ type }))).toEqual([]);
});
