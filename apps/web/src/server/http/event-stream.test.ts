import "../../testing/test-app.ts";
import { setTimeout as delay } from "node:timers/promises";
import { AppError } from "@docsteward/contract/error";
import { expect, test } from "vitest";
import { eventStream } from "./event-stream.ts";

const requestId = "req_01JD0000000000000000000000";
const signal = new AbortController().signal;

async function* numbers(to: number) {
  for (let id = 1; id <= to; id++) yield { id, word: "two\nlines" };
}

/** A source that sends nothing until it is aborted, and then records that it was. */
function silent() {
  const state = { isEnded: false };
  async function* source(ended: AbortSignal) {
    try {
      yield { id: 1 };
      const { promise, resolve } = Promise.withResolvers<void>();
      ended.addEventListener("abort", () => resolve(), { once: true });
      await promise;
    } finally {
      state.isEnded = true;
    }
  }
  return { state, source };
}

test("each message is an id line and one data line of JSON, then the stream ends", async () => {
  const response = await eventStream(() => numbers(2), { requestId, signal });

  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect(await response.text()).toBe(
    'retry: 2000\n\nid: 1\ndata: {"id":1,"word":"two\\nlines"}\n\nid: 2\ndata: {"id":2,"word":"two\\nlines"}\n\n',
  );
});

test("a comment is sent while nothing happens", async () => {
  const { source } = silent();
  const response = await eventStream(source, { requestId, signal, pingMs: 5 });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

  const frames: string[] = [];
  for (let count = 0; count < 4; count++) frames.push((await reader?.read())?.value ?? "");
  await reader?.cancel();

  expect(frames).toEqual(["retry: 2000\n\n", 'id: 1\ndata: {"id":1}\n\n', ": ping\n\n", ": ping\n\n"]);
});

test("the source ends when the client leaves while it waits", async () => {
  const { state, source } = silent();
  const response = await eventStream(source, { requestId, signal });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  const waiting = reader?.read();

  await reader?.cancel();
  await waiting;

  expect(state.isEnded).toBe(true);
});

test("the source ends when the client leaves between two reads", async () => {
  const { state, source } = silent();
  const response = await eventStream(source, { requestId, signal });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();

  await reader?.cancel();

  expect(state.isEnded).toBe(true);
});

test("the source ends when the request is aborted", async () => {
  const client = new AbortController();
  const { state, source } = silent();
  const response = await eventStream(source, { requestId, signal: client.signal });
  const reading = response.text();

  client.abort();
  await reading;

  expect(state.isEnded).toBe(true);
});

test("messages are made only as fast as they are read", async () => {
  let made = 0;
  async function* counted() {
    for await (const message of numbers(1_000)) {
      made++;
      yield message;
    }
  }
  const response = await eventStream(counted, { requestId, signal });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.read();
  await delay(5);

  expect(made).toBeLessThanOrEqual(2);
  await reader?.cancel();
});

test("a failure after the first byte is an error event with the problem body", async () => {
  async function* failing() {
    yield { id: 1 };
    throw new Error("secret detail");
  }

  const text = await (await eventStream(failing, { requestId, signal })).text();

  expect(text).toContain('event: error\ndata: {"error":"Internal error.');
  expect(text).not.toContain("secret detail");
});

test("a failure before the stream is thrown unchanged", async () => {
  const open = async () => {
    throw new AppError("stream_expired", "These events are no longer kept.");
  };

  await expect(eventStream(open, { requestId, signal })).rejects.toMatchObject({ code: "stream_expired" });
});
