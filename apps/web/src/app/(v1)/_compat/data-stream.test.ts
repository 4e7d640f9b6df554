import { expect, test } from "vitest";
import { dataFormat } from "./data-stream.ts";

const THREAD = '[{"type":"finish","threadId":"thr_1"}]';

function write(...pieces: object[]): string[] {
  const format = dataFormat({ threadId: "thr_1" });
  const text = pieces.map((piece) => format.write(piece as { type: string })).join("");
  return text.split("\n").slice(0, -1);
}

test("an answer is written in the lines that a client of generation 4 reads, the thread before the last one", () => {
  const lines = write(
    { type: "start", messageId: "msg_1" },
    { type: "text-start", id: "0" },
    { type: "text-delta", id: "0", delta: "two\nlines" },
    { type: "text-end", id: "0" },
    { type: "reasoning-delta", id: "1", delta: "Hm" },
    { type: "source-url", sourceId: "1", url: "/guide", title: "Guide" },
    { type: "data-outcome", data: {} },
    { type: "finish" },
  );

  expect(lines).toEqual([
    'f:{"messageId":"msg_1"}',
    '0:"two\\nlines"',
    'g:"Hm"',
    'h:{"sourceType":"url","id":"1","url":"/guide","title":"Guide"}',
    'e:{"finishReason":"stop","isContinued":false}',
    `8:${THREAD}`,
    `2:${THREAD}`,
    'd:{"finishReason":"stop","usage":{"promptTokens":null,"completionTokens":null}}',
  ]);
});

test("steps begin and end once", () => {
  const lines = write(
    { type: "start", messageId: "msg_1" },
    { type: "start-step" },
    { type: "finish-step" },
    { type: "start-step" },
    { type: "finish-step" },
    { type: "finish" },
  );

  expect(lines.map((line) => line[0]).join("")).toBe("fefe82d");
});

test("tool calls have their lines, and one whose input could not be read has a result that says so", () => {
  const call = { toolCallId: "call", toolName: "search" };
  const lines = write(
    { type: "tool-input-start", ...call },
    { type: "tool-input-delta", toolCallId: "call", inputTextDelta: "{" },
    { type: "tool-input-available", ...call, input: { query: "x" } },
    { type: "tool-output-available", toolCallId: "call", output: [1] },
    { type: "tool-output-error", toolCallId: "call", errorText: "It failed." },
    { type: "tool-input-error", ...call, input: "{", errorText: "Not JSON." },
  );

  expect(lines).toEqual([
    'b:{"toolCallId":"call","toolName":"search"}',
    'c:{"toolCallId":"call","argsTextDelta":"{"}',
    '9:{"toolCallId":"call","toolName":"search","args":{"query":"x"}}',
    'a:{"toolCallId":"call","result":[1]}',
    'a:{"toolCallId":"call","result":{"error":"It failed."}}',
    '9:{"toolCallId":"call","toolName":"search","args":{"input":"{"}}',
    'a:{"toolCallId":"call","result":{"error":"Not JSON."}}',
  ]);
});

test("the thread comes before an error, since the client reads no further", () => {
  expect(write({ type: "error", errorText: "It failed." })).toEqual([`2:${THREAD}`, '3:"It failed."']);
});

test("what the format has no line for writes nothing, and the keep-alive is an empty line", () => {
  expect(write({ type: "custom" }, { type: "file" }, { type: "abort" })).toEqual([]);
  expect(dataFormat({}).keepAlive).toBe("\n");
});
