import "../../testing/test-app.ts";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { afterEach, expect, test } from "vitest";
import { eventStream } from "../http/event-stream.ts";
import { SERVER_LIMITS } from "../http-server.ts";

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

  await expect.poll(() => produced.hasEnded, { timeout: 15_000 }).toBe(true);
  // What the operating system takes in on both sides of the connection, and little more.
  expect(produced.count * 10_000).toBeLessThan(50_000_000);
  reader.destroy();
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
