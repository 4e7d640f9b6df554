import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { createWebhook, deleteWebhook } from "@docsteward/services/webhook/endpoints";
import { pingWebhook } from "@docsteward/services/webhook/publish";
import type { HostileTenant } from "../hostile-tenant.ts";
import type { HostileInput } from "./input.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const MEGABYTE = Buffer.alloc(1_000_000, 97);
const TRIES = 3;
const DELIVERY_MS = 3_000;

/** Sends megabytes until that many, or until the other side leaves, at the pace that it reads them. */
function pour(response: ServerResponse, megabytes: number): void {
  let left = megabytes;
  const more = () => {
    while (left > 0) {
      left -= 1;
      if (!response.write(MEGABYTE)) return;
    }
    response.end();
  };
  response.on("drain", more);
  response.on("error", () => undefined);
  more();
}

const STREAM = { "content-type": "text/event-stream" };
const GZIP_BOMB = gzipSync(Buffer.alloc(300_000_000, 97));

/** Servers that a tenant may name: they answer with more than any reader should take. */
const ANSWERS: Record<string, Answer> = {
  "450 MB of JSON": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"a":"');
    pour(response, 450);
  },
  "450 MB of an error": (_request, response) => {
    response.writeHead(500, { "content-type": "application/json" });
    pour(response, 450);
  },
  "450 MB of one line of a stream": (_request, response) => {
    response.writeHead(200, STREAM).write("data: ");
    pour(response, 450);
  },
  "an endless stream": (_request, response) => {
    response.writeHead(200, STREAM);
    const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "a ".repeat(5_000) } }] })}\n\n`;
    const timer = setInterval(() => response.write(event.repeat(10)), 10);
    response.on("close", () => clearInterval(timer)).on("error", () => undefined);
  },
  "300 MB in 300 kB of gzip": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(GZIP_BOMB);
  },
  "endless headers": (request) => {
    request.socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => request.socket.write(`x: ${"a".repeat(8_000)}\r\n`), 5);
    request.socket.on("close", () => clearInterval(timer)).on("error", () => undefined);
  },
};

/** What is sent at most; of what has no end, some seconds of it. */
function bytesOf(shape: string): number {
  if (shape.startsWith("450 MB")) return 450_000_000;
  return shape.includes("gzip") ? GZIP_BOMB.length : 10_000_000;
}

export function hostileServers(): HostileInput[] {
  return Object.entries(ANSWERS).flatMap(([shape, answer]) => [
    {
      name: `model server: ${shape}`,
      bytes: TRIES * bytesOf(shape),
      send: (tenant, signal) => tryModels(tenant, answer, signal),
    },
    {
      name: `webhook receiver: ${shape}`,
      bytes: bytesOf(shape),
      send: (tenant, signal) => deliver(tenant, answer, signal),
    },
  ]);
}

async function startServer(answer: Answer) {
  const server = createServer((request, response) => {
    request.resume();
    answer(request, response);
  });
  server.on("clientError", (_error, socket) => socket.destroy());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Presses the button that tries a model, three times together. */
async function tryModels(tenant: HostileTenant, answer: Answer, signal: AbortSignal): Promise<string> {
  await using server = await startServer(answer);
  const { organization, project } = tenant.home.ctx;
  const body = JSON.stringify({
    org: organization.slug,
    domain: project.domain,
    owner: "project",
    provider: "openai-compatible",
    baseUrl: server.url,
    modelId: "model",
    apiKey: "a-key-of-its-own",
  });
  const headers = { cookie: tenant.cookie, "content-type": "application/json" };
  const tries = Array.from({ length: TRIES }, async () => {
    const response = await fetch(`${tenant.url}/api/trpc/model.try`, { method: "POST", headers, body, signal });
    await response.text();
    return response.status;
  });
  return (await Promise.all(tries)).join(", ");
}

async function deliver({ home: { ctx } }: HostileTenant, answer: Answer, signal: AbortSignal): Promise<string> {
  let requests = 0;
  await using server = await startServer((request, response) => {
    requests += 1;
    answer(request, response);
  });
  const { webhook } = await createWebhook(ctx, { url: server.url });
  try {
    await pingWebhook(ctx, { id: webhook.id });
    await wait(DELIVERY_MS, undefined, { signal });
    return `${requests} deliveries`;
  } finally {
    await deleteWebhook(ctx, { id: webhook.id });
  }
}
