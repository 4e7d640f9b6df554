import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { expect, test } from "vitest";
import { dataFormat } from "./data-stream.ts";

const THREAD = '[{"type":"finish","threadId":"thr_1"}]';

const messageMetadata = { threadId: "thr_1" };

function write(...chunks: UiChunk[]): string[] {
  const format = dataFormat({ threadId: "thr_1" });
  const text = chunks.map((chunk) => format.write(chunk)).join("");
  return text.split("\n").slice(0, -1);
}

test("an answer is written in the lines that a client of generation 4 reads, the thread before the last one", () => {
  const lines = write(
    { type: "start", messageId: "msg_1", messageMetadata },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "two\nlines" },
    { type: "text-end", id: "0" },
    { type: "source-url", sourceId: "1", url: "/guide", title: "Guide" },
    { type: "data-outcome", data: { category: "answered" } },
    { type: "finish", messageMetadata },
  );

  expect(lines).toEqual([
    'f:{"messageId":"msg_1"}',
    '0:"two\\nlines"',
    'h:{"sourceType":"url","id":"1","url":"/guide","title":"Guide"}',
    'e:{"finishReason":"stop","isContinued":false}',
    `8:${THREAD}`,
    `2:${THREAD}`,
    'd:{"finishReason":"stop","usage":{"promptTokens":null,"completionTokens":null}}',
  ]);
});

test("the thread comes before an error, since the client reads no further", () => {
  expect(write({ type: "error", errorText: "It failed." })).toEqual([`2:${THREAD}`, '3:"It failed."']);
});

test("what the format has no line for writes nothing, and the keep-alive is an empty line", () => {
  expect(write({ type: "data-activity", data: { type: "think" }, transient: true })).toEqual([]);
  expect(dataFormat({}).write({ type: "later" } as never)).toBe("");
  expect(dataFormat({}).keepAlive).toBe("\n");
});
