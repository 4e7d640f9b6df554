import { expect, test } from "vitest";
import { uiMessageFormat } from "./ui-message-stream.ts";

const finish = { type: "finish", finishReason: "stop", messageMetadata: { own: 1 } };

test("a chunk is one data line of JSON", () => {
  const { write } = uiMessageFormat({ threadId: "thr_1" });

  const text = write({ type: "text-delta", id: "0", delta: "two\nlines", providerMetadata: {} } as { type: string });

  expect(text).toBe('data: {"type":"text-delta","id":"0","delta":"two\\nlines"}\n\n');
});

test("the thread stands in the metadata of the first and of the last chunk", () => {
  const { write } = uiMessageFormat({ threadId: "thr_1" });

  expect(write({ type: "start" })).toBe('data: {"type":"start","messageMetadata":{"threadId":"thr_1"}}\n\n');
  expect(write(finish)).toBe('data: {"type":"finish","messageMetadata":{"own":1,"threadId":"thr_1"}}\n\n');
});

test("a plain caller gets it on the last chunk itself, too", () => {
  const { write } = uiMessageFormat({ threadId: "thr_1", isLiteral: true });

  expect(JSON.parse(write(finish).slice("data: ".length))).toMatchObject({ type: "finish", threadId: "thr_1" });
  expect(write({ type: "start" })).not.toContain('},"threadId"');
});

test("a chunk that is dropped writes nothing, and the keep-alive is a comment", () => {
  const { write, keepAlive, end } = uiMessageFormat({});

  expect(write({ type: "custom" })).toBe("");
  expect(keepAlive).toMatch(/^: .*\n\n$/);
  expect(end).toBe("data: [DONE]\n\n");
});
