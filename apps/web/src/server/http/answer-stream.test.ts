import "../../testing/test-app.ts";
import { AppError } from "@docsteward/contract/error";
import type { UiChunk } from "@docsteward/contract/ui-chunk";
import { expect, test } from "vitest";
import { type AnswerFormat, answerStream, type StartAnswer } from "./answer-stream.ts";

const requestId = "req_01JD0000000000000000000000";
const plain: AnswerFormat = {
  headers: { "Content-Type": "text/plain" },
  keepAlive: "~",
  write: (chunk) =>
    chunk.type === "text-start" ? "" : `<${"delta" in chunk ? chunk.delta : Object.values(chunk).join(" ")}>`,
  end: ".",
};

const text = (delta: string): UiChunk => ({ type: "text-delta", id: "0", delta });

type Options = { signal?: AbortSignal; keepAliveMs?: number };

const send = (open: StartAnswer, { signal, keepAliveMs }: Options = {}) =>
  answerStream(open, {
    format: () => plain,
    request: new Request("http://localhost/", { signal }),
    requestId,
    keepAliveMs,
  });

/** An answer that sends one chunk, and nothing more until the test ends it. */
function silent() {
  const ended = Promise.withResolvers<void>();
  const open: StartAnswer = async (signal) => {
    async function* chunks() {
      try {
        yield text("first");
        const { promise, resolve } = Promise.withResolvers<void>();
        if (signal.aborted) return;
        signal.addEventListener("abort", () => resolve(), { once: true });
        await promise;
      } finally {
        ended.resolve();
      }
    }
    return { threadId: "thr_1", chunks: chunks() };
  };
  return { open, ended: ended.promise };
}

const saying =
  (...chunks: UiChunk[]): StartAnswer =>
  async () => ({
    threadId: "thr_1",
    chunks: (async function* () {
      yield* chunks;
    })(),
  });

test("writes each chunk and the end, and names the thread", async () => {
  const response = await send(saying(text("a"), text("b")));

  expect(response.headers.get("x-thread-id")).toBe("thr_1");
  expect(response.headers.get("x-accel-buffering")).toBe("no");
  expect(response.headers.get("x-request-id")).toBe(requestId);
  expect(await response.text()).toBe("<a><b>.");
});

test("available chunks are written immediately, without waiting for later ones", async () => {
  const later = Promise.withResolvers<void>();
  const open: StartAnswer = async () => ({
    threadId: "thr_1",
    chunks: (async function* () {
      yield* [text("a"), text("b")];
      await later.promise;
      yield text("c");
    })(),
  });
  const reader = (await send(open)).body?.pipeThrough(new TextDecoderStream()).getReader();

  const first = await reader?.read();
  later.resolve();

  expect(first?.value).toBe("<a><b>");
  expect((await reader?.read())?.value).toBe("<c>.");
});

test("what fails before the first chunk is thrown", async () => {
  const open = async () => {
    throw new AppError("upstream_error", "The model answers with an error.");
  };

  await expect(send(open)).rejects.toMatchObject({ code: "upstream_error" });
});

test("what fails later is a last chunk with a sentence that gives nothing away", async () => {
  const open: StartAnswer = async () => ({
    threadId: "thr_1",
    chunks: (async function* () {
      yield text("a");
      throw new Error("secret detail");
    })(),
  });

  const written = await (await send(open)).text();

  expect(written).toBe(`<a><error Internal error. Include ${requestId} when you report it.>.`);
});

test("nothing follows an error chunk", async () => {
  const response = await send(saying({ type: "error", errorText: "It failed." }, text("a")));

  expect(await response.text()).toBe("<error It failed.>.");
});

test("a chunk that the format does not know is passed over", async () => {
  const response = await send(saying({ type: "text-start", id: "0" }, { type: "text-start", id: "1" }, text("a")));

  expect(await response.text()).toBe("<a>.");
});

test("says that it is alive while the answer is silent", async () => {
  const { open } = silent();
  const response = await send(open, { keepAliveMs: 5 });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();

  // On a busy machine it may say so before the first piece, too.
  while ((await reader?.read())?.value !== "<first>");
  const read = [(await reader?.read())?.value, (await reader?.read())?.value];
  await reader?.cancel();

  expect(read).toEqual(["~", "~"]);
});

test("the answer ends when its reader cancels, also while it is silent", async () => {
  const { open, ended } = silent();
  const reader = (await send(open)).body?.getReader();
  await reader?.read();
  const waiting = reader?.read();

  await reader?.cancel();

  expect((await waiting)?.done).toBe(true);
  await expect(ended).resolves.toBeUndefined();
});

test("the answer ends when the request is aborted", async () => {
  const client = new AbortController();
  const { open, ended } = silent();
  const reading = (await send(open, { signal: client.signal })).text();

  client.abort();

  await reading;
  await expect(ended).resolves.toBeUndefined();
});

test("an answer whose reader left before its first chunk ends", async () => {
  const { open, ended } = silent();
  const client = new AbortController();
  const opening = async (signal: AbortSignal) => {
    client.abort();
    const opened = await open(signal);
    await opened.chunks[Symbol.asyncIterator]().next();
    return opened;
  };

  await send(opening, { signal: client.signal });

  await expect(ended).resolves.toBeUndefined();
});

test("chunks are made only as fast as they are read, keep-alives too", async () => {
  let made = 0;
  const open: StartAnswer = async () => ({
    threadId: "thr_1",
    chunks: (async function* () {
      for (;;) yield text(String(made++));
    })(),
  });
  const reader = (await send(open, { keepAliveMs: 1 })).body?.getReader();
  await reader?.read();
  await reader?.read();

  await new Promise((resolve) => setImmediate(resolve));

  expect(made).toBeLessThanOrEqual(2 * 64);
  await reader?.cancel();
});
