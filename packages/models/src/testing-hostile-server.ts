import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

/** What a hostile server sends, by the first part of the path. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  "endless-json": (response) => endless(response, "application/json", '{"a":"', "x".repeat(64_000)),
  "endless-error": (response) =>
    endless(response, "application/json", '{"error":{"message":"', "x".repeat(64_000), 500),
  "gzip-bomb": (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(BOMB);
  },
  "endless-events": (response) => endless(response, "text/event-stream", "", EVENT.repeat(500)),
  "one-event": (response) => endless(response, "text/event-stream", "data: ", "x".repeat(64_000)),
  "endless-lines": (response) => endless(response, "text/event-stream", "", `data: ${"x".repeat(60)}\n`.repeat(900)),
  "endless-comments": (response) => endless(response, "text/event-stream", "", `:${"x".repeat(60)}\n`.repeat(900)),
  "header-trickle": (response) => {
    response.socket?.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => response.socket?.write(`x-${"a".repeat(100)}: b\r\n`), 1);
    response.socket?.on("close", () => clearInterval(timer));
    response.socket?.on("error", () => undefined);
  },
};
const delta = {
  id: "c",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta: { content: "word " } }],
};
const EVENT = `data: ${JSON.stringify(delta)}\n\n`;
const BOMB = gzipSync(Buffer.alloc(400_000_000, 0x20));

function endless(response: ServerResponse, type: string, head: string, chunk: string, status = 200): void {
  response.writeHead(status, { "content-type": type }).write(head);
  const bytes = Buffer.from(chunk);
  const write = () => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on("drain", write);
  write();
}

/** A server on this machine whose every path answers in its own hostile way. */
export async function startHostileServer() {
  const server = createServer((request, response) => {
    request.resume();
    const [, kind = ""] = (request.url ?? "").split("/");
    ANSWERS[kind]?.(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close };
}
