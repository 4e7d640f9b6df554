import type { JobEventMessage } from "@docsteward/contract/job-event";
import { describe, expect, test } from "vitest";
import { toTimeline } from "./to-timeline.ts";

let id = 0;
const event = (type: JobEventMessage["type"], data: Record<string, unknown>): JobEventMessage => ({
  id: ++id,
  jobId: "job_1",
  type,
  at: "2026-11-20T10:00:00.000Z",
  text: `words of ${type}`,
  data,
});

const called = (toolCallId: string) =>
  event("tool.called", { toolCallId, name: "read", summary: "Read a.md", input: { path: "a.md" } });
const finished = (toolCallId: string) =>
  event("tool.finished", {
    toolCallId,
    name: "read",
    call: "Read index.mdx",
    isError: false,
    summary: "12 lines",
    durationMs: 3,
  });

describe("tool calls", () => {
  test("a call and its result are one row", () => {
    const items = toTimeline([called("a"), finished("a")]);

    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ kind: "tool", name: "read", result: { summary: "12 lines", durationMs: 3 } });
  });

  test("results find their calls whatever the order they come in", () => {
    const items = toTimeline([called("a"), called("b"), finished("b")]);

    expect(items).toMatchObject([{ result: null }, { result: { summary: "12 lines" } }]);
  });

  test("an id that a later round uses again belongs to the later call", () => {
    const items = toTimeline([called("a"), finished("a"), called("a")]);

    expect(items).toMatchObject([{ result: { isError: false } }, { result: null }]);
  });

  test("a result whose call is no longer kept is left out", () => {
    expect(toTimeline([finished("lost")])).toEqual([]);
  });
});

test("the first prompt and the follow-ups are messages", () => {
  const items = toTimeline([
    event("job.created", { model: "offline", prompt: "First" }),
    event("message.received", { messageId: "m2", content: "Second" }),
    event("message.received", { messageId: "m3", content: "Third", by: "@mira" }),
  ]);

  expect(items).toMatchObject([
    { kind: "message", content: "First" },
    { kind: "message", content: "Second", by: null },
    { kind: "message", content: "Third", by: "@mira" },
  ]);
});

test("an answer without words makes no row", () => {
  const data = { text: " ", toolCalls: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, durationMs: 1 };

  expect(toTimeline([event("model.replied", data)])).toEqual([]);
});

test("words that come with calls are a thought, words alone are an answer", () => {
  const said = (toolCalls: number) =>
    event("model.replied", {
      text: "I look at the page.",
      toolCalls,
      inputTokens: 1,
      cachedInputTokens: 0,
      outputTokens: 1,
      durationMs: 1,
    });

  expect(toTimeline([said(2), said(0)])).toMatchObject([{ kind: "thought" }, { kind: "reply" }]);
});

test("last words that are the job's message are one row", () => {
  const said = (text: string) =>
    event("model.replied", {
      text,
      toolCalls: 0,
      inputTokens: 1,
      cachedInputTokens: 0,
      outputTokens: 1,
      durationMs: 1,
    });
  const completed = event("job.completed", { messageToUser: "Nothing was missing.", prLink: null });

  expect(toTimeline([said("Nothing was missing.\n"), completed])).toMatchObject([{ kind: "reply" }]);
  expect(toTimeline([said("I looked."), completed])).toMatchObject([{ kind: "reply" }, { kind: "completed" }]);
});

test("an event whose facts have another form is left out", () => {
  expect(toTimeline([event("job.failed", { code: "from_the_future", reason: "x" })])).toEqual([]);
});

test("a failure carries its code and reason", () => {
  const items = toTimeline([event("job.failed", { code: "stuck", reason: "The agent went in circles." })]);

  expect(items).toMatchObject([{ kind: "failed", code: "stuck", reason: "The agent went in circles." }]);
});

test("a pull request is a link", () => {
  const url = "http://localhost:3000/acme/docs/pulls/4";

  const items = toTimeline([event("pull_request.opened", { number: 4, url, title: "T" })]);

  expect(items).toMatchObject([{ kind: "note", text: "Opened pull request #4", href: url }]);
});
