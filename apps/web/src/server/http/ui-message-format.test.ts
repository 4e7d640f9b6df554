import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { uiMessageChunkSchema } from "ai";
import { expect, test } from "vitest";
import { uiMessageFormat } from "./ui-message-stream.ts";

const messageMetadata = { threadId: "thr_1" };
const source = { number: 1, path: "/a", title: "A", heading: null, url: "/a", updatedAt: null, sections: [] };

/** Each chunk of an answer, with the line that every released client takes. A chunk that is added does not compile until it is here. */
const LINES: { [T in UiChunk["type"]]: [chunk: Extract<UiChunk, { type: T }>, line: string] } = {
  start: [
    { messageMetadata, messageId: "msg", type: "start" },
    '{"type":"start","messageId":"msg","messageMetadata":{"threadId":"thr_1"}}',
  ],
  "text-start": [{ id: "0", type: "text-start" }, '{"type":"text-start","id":"0"}'],
  "text-delta": [
    { delta: "two\nlines", id: "0", type: "text-delta" },
    '{"type":"text-delta","id":"0","delta":"two\\nlines"}',
  ],
  "text-end": [{ id: "0", type: "text-end" }, '{"type":"text-end","id":"0"}'],
  "source-url": [
    { title: "A", url: "/a", sourceId: "1", type: "source-url" },
    '{"type":"source-url","sourceId":"1","url":"/a","title":"A"}',
  ],
  "data-source": [
    { data: source, id: "1", type: "data-source" },
    '{"type":"data-source","id":"1","data":{"number":1,"path":"/a","title":"A","heading":null,"url":"/a","updatedAt":null,"sections":[]}}',
  ],
  "data-activity": [
    { transient: true, data: { type: "think" }, type: "data-activity" },
    '{"type":"data-activity","data":{"type":"think"},"transient":true}',
  ],
  "data-suggestions": [
    { data: { suggestions: [{ text: "How?", url: "/a" }] }, type: "data-suggestions" },
    '{"type":"data-suggestions","data":{"suggestions":[{"text":"How?","url":"/a"}]}}',
  ],
  "data-outcome": [
    { data: { category: "answered" }, type: "data-outcome" },
    '{"type":"data-outcome","data":{"category":"answered"}}',
  ],
  finish: [{ messageMetadata, type: "finish" }, '{"type":"finish","messageMetadata":{"threadId":"thr_1"}}'],
  error: [{ errorText: "It failed.", type: "error" }, '{"type":"error","errorText":"It failed."}'],
};

test.each(Object.entries(LINES))(
  "%s is one data line of JSON, also with what only a newer version writes",
  (_, given) => {
    const [chunk, line] = given;
    const newer = { ...chunk, providerMetadata: { vendor: { model: "a secret model" } }, finishReason: "stop" };

    expect(uiMessageFormat().write(newer as UiChunk)).toBe(`data: ${line}\n\n`);
  },
);

test.each(Object.entries(LINES))("%s is a chunk that the chat client library takes", async (_, given) => {
  expect(await uiMessageChunkSchema().validate?.(given[0])).toMatchObject({ success: true });
});

test("a plain caller gets the thread on the last chunk itself, too", () => {
  const { write } = uiMessageFormat({ isLiteral: true });

  expect(write(LINES.finish[0])).toBe(
    'data: {"type":"finish","messageMetadata":{"threadId":"thr_1"},"threadId":"thr_1"}\n\n',
  );
  expect(write(LINES.start[0])).toBe(`data: ${LINES.start[1]}\n\n`);
});

test("a chunk that no client knows writes nothing, also one that is called like a method", () => {
  const { write } = uiMessageFormat();

  for (const type of ["later", "custom", "toString", "__proto__"]) expect(write({ type } as never)).toBe("");
});

test("the keep-alive is a comment, and the end a line of its own", () => {
  const { keepAlive, end } = uiMessageFormat();

  expect(keepAlive).toMatch(/^: .*\n\n$/);
  expect(end).toBe("data: [DONE]\n\n");
});
