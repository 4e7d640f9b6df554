import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { AnswerTooLargeError, boundGlobalFetch, createBoundedFetch } from "./bounded-fetch.ts";

const BOUNDS = {
  maxBytes: 1_000,
  maxStreamBytes: 5_000,
  maxEventBytes: 500,
  maxEvents: 300,
  maxErrorBytes: 100,
  timeoutMs: 60_000,
};

async function listen(onRequest: RequestListener) {
  const server = createServer(onRequest).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const answer = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  listen((_, response) => response.writeHead(status, headers).end(body));
const take = async (url: string) => (await createBoundedFetch(BOUNDS)(url)).text();
const SSE = { "content-type": "text/event-stream; charset=utf-8" };

test("an answer within its bounds comes as it was sent, with its address, status and headers", async () => {
  await using server = await answer("x".repeat(1_000), { "x-kept": "1" }, 201);

  const response = await createBoundedFetch(BOUNDS)(`${server.url}/here`);

  expect([response.status, response.url, response.headers.get("x-kept")]).toEqual([201, `${server.url}/here`, "1"]);
  expect(await response.text()).toBe("x".repeat(1_000));
});

test("one byte more is given up, packed or not", async () => {
  await using plain = await answer("x".repeat(1_001));
  await using packed = await answer(gzipSync("x".repeat(1_001)), { "content-encoding": "gzip" });

  for (const { url } of [plain, packed]) await expect(take(url)).rejects.toThrow(AnswerTooLargeError);
});

test("the body of a failure is cut, and its beginning stays", async () => {
  await using server = await answer(`wrong key ${"x".repeat(10_000)}`, {}, 401);

  const text = await take(server.url);

  expect(text).toHaveLength(100);
  expect(text).toContain("wrong key");
});

test("a stream's events come in whole lines, however they trickle in", async () => {
  const text = "event: a\ndata: 1\n\ndata: ö\r\n\r\ndata: last";
  await using server = await listen(async (_, response) => {
    response.writeHead(200, SSE);
    for (const byte of Buffer.from(text)) {
      response.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });

  const chunks: string[] = [];
  const response = await createBoundedFetch(BOUNDS)(server.url);
  for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString());

  expect(chunks.join("")).toBe(text);
  for (const chunk of chunks.slice(0, -1)) expect(chunk.endsWith("\n")).toBe(true);
});

test.each([
  ["one event of one line", `data: ${"x".repeat(600)}\n\n`],
  ["one event of many lines", "data: x\n".repeat(80)],
  ["an event that never ends", "x".repeat(501)],
  ["more bytes than a stream may have", `data: ${"x".repeat(100)}\n\n`.repeat(60)],
  ["more events than a stream may have", "data: x\n\n".repeat(301)],
])("a stream with %s is given up", async (_, text) => {
  await using server = await answer(text, SSE);

  await expect(take(server.url)).rejects.toThrow(AnswerTooLargeError);
});

test.each([0, 1, 2])("a reader that leaves after %i reads ends the connection", async (reads) => {
  const closed = Promise.withResolvers<void>();
  await using server = await listen((_, response) => {
    response.on("close", () => closed.resolve());
    response.writeHead(200).write("x");
  });

  // The end of the time would end it, too.
  const response = await createBoundedFetch({ ...BOUNDS, timeoutMs: 3_600_000 })(server.url);
  const reader = response.body?.getReader();
  if (reads > 0) await reader?.read();
  if (reads > 1) void reader?.read();
  await reader?.cancel();

  await expect(closed.promise).resolves.toBeUndefined();
});

test("an answer that takes too long is given up, also in its middle", async () => {
  await using silent = await listen((request) => void request.pause());
  await using halting = await listen((_, response) => void response.writeHead(200).write("x"));
  const takeFor = async (url: string, timeoutMs: number) =>
    (await createBoundedFetch({ ...BOUNDS, timeoutMs })(url)).text();

  await expect(takeFor(silent.url, 100)).rejects.toMatchObject({ name: "TimeoutError" });
  await expect(takeFor(halting.url, 1_000)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("the process's own fetch has a ceiling, which is put on once", async () => {
  await using server = await listen((_, response) => {
    const part = Buffer.alloc(1_000_000);
    const send = () => {
      while (!response.destroyed && response.write(part));
    };
    response.writeHead(200, { "content-type": "application/octet-stream" }).on("drain", send);
    send();
  });
  const own = globalThis.fetch;
  try {
    boundGlobalFetch();
    const bounded = globalThis.fetch;
    boundGlobalFetch();

    expect(globalThis.fetch).toBe(bounded);
    const answer = await fetch(server.url);
    let sizeBytes = 0;
    const read = async () => {
      for await (const chunk of answer.body ?? []) sizeBytes += chunk.length;
    };
    await expect(read()).rejects.toThrow("The server's answer is larger than 64000000 bytes, which is the limit.");
    expect(sizeBytes).toBeLessThanOrEqual(64_000_000);
  } finally {
    globalThis.fetch = own;
  }
});
