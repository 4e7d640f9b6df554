import "../../testing/test-app.ts";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { afterEach, expect, test } from "vitest";
import { eventStream } from "../http/event-stream.ts";
import { lingerOnClose, oneAtATime, SERVER_LIMITS } from "../http-server.ts";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

test("a reader that does not read holds a bounded amount, and is cut", async () => {
  const produced = { count: 0, hasEnded: false };
  async function* endless() {
    try {
      for (;;) {
        produced.count += 1;
        yield { id: produced.count, text: "x".repeat(10_000) };
      }
    } finally {
      produced.hasEnded = true;
    }
  }
  const server = createServer(SERVER_LIMITS, async (_request, response) => {
    const left = new AbortController();
    response.once("close", () => left.abort());
    const { body } = await eventStream(() => endless(), { requestId: "req_x", signal: left.signal });
    const frames = Readable.fromWeb(body as WebStream);
    response.once("close", () => frames.destroy());
    frames.on("error", () => undefined).pipe(response);
  }).setTimeout(300);
  const port = await listen(server);

  const reader = connect(port, "127.0.0.1").pause();
  reader.on("error", () => undefined);
  reader.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");

  await expect.poll(() => produced.hasEnded).toBe(true);
  // What the operating system takes in on both sides of the connection, and little more.
  expect(produced.count * 10_000).toBeLessThan(50_000_000);
  reader.destroy();
});

test("requests that were sent ahead on one connection are answered one after another, and so many wait at most", async () => {
  const seen = { running: 0, most: 0, answered: 0 };
  const server = createServer(
    SERVER_LIMITS,
    oneAtATime(async (request, response) => {
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      await new Promise(setImmediate);
      seen.running -= 1;
      seen.answered += 1;
      response.end(request.url);
    }),
  );
  const port = await listen(server);
  const send = async (count: number) => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    const requests = Array.from({ length: count }, (_, index) => {
      const close = index === count - 1 ? "Connection: close\r\n" : "";
      return `GET /${index} HTTP/1.1\r\nHost: x\r\n${close}\r\n`;
    });
    socket.write(requests.join(""));
    const answers = await socket.toArray();
    return [
      ...Buffer.concat(answers)
        .toString()
        .matchAll(/\r\n\r\n(?:\d+\r\n)?(\/\d+)/g),
    ].map(([, url]) => url);
  };

  expect(await send(100)).toEqual(Array.from({ length: 100 }, (_, index) => `/${index}`));
  expect(seen).toMatchObject({ most: 1, answered: 100 });

  await send(1_000).catch(() => undefined);
  expect(seen.answered).toBeLessThan(300);
  expect(seen.most).toBe(1);
});

test("headers and bodies that do not come are given up", async () => {
  const limits = { ...SERVER_LIMITS, headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
  const port = await listen(createServer(limits, (request) => void request.resume()));
  const answerTo = async (text: string) => {
    const socket = connect(port, "127.0.0.1");
    socket.write(text);
    const [answer] = await once(socket, "data");
    await once(socket, "close");
    return String(answer);
  };

  expect(await answerTo("GET / HTTP/1.1\r\nHost:")).toMatch(/^HTTP\/1\.1 408 /);
  expect(await answerTo("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc")).toMatch(/^HTTP\/1\.1 408 /);
});

test.each(["chunked", "length"])("a caller whose body nobody wants gets its answer (%s)", async (framing) => {
  const server = createServer(SERVER_LIMITS, (_request, response) => void response.writeHead(404).end("none"));
  lingerOnClose(server);
  const socket = connect(await listen(server), "127.0.0.1").on("error", () => undefined);
  const body = "x".repeat(5_000_000);
  const [frame, sent] =
    framing === "chunked"
      ? ["Transfer-Encoding: chunked", `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`]
      : [`Content-Length: ${body.length}`, body];
  socket.pause().write(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${frame}\r\n\r\n${sent}`);
  // It reads only once the server has closed the connection, or would have.
  await new Promise((resolve) => setTimeout(resolve, 300));

  const answer = await socket.toArray().catch(() => []);
  expect(Buffer.concat(answer).toString()).toMatch(/^HTTP\/1\.1 404 [\s\S]*none/);
});

test("who never finishes sending is cut", async () => {
  const server = createServer(SERVER_LIMITS, (_request, response) => void response.writeHead(404).end("none"));
  lingerOnClose(server, 500);
  const connections: Socket[] = [];
  server.on("connection", (connection) => void connections.push(connection));
  const socket = connect({ port: await listen(server), host: "127.0.0.1", allowHalfOpen: true });
  socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 9\r\n\r\nabc");

  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
  expect(connections).toMatchObject([{ destroyed: false }]);
  await expect.poll(() => connections[0]?.destroyed, { timeout: 5_000 }).toBe(true);
  socket.destroy();
});
