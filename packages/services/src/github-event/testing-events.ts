import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type EventListener = AsyncDisposable & { url: string; statuses: number[] };

/** Listens where the forge sends its events, and hands each on as the request that it is. */
export async function listenToEvents(answer: (request: Request) => Promise<Response>): Promise<EventListener> {
  const statuses: number[] = [];
  const server = createServer((message, response) => {
    toRequest(message)
      .then(answer)
      .then(
        ({ status }) => {
          statuses.push(status);
          response.writeHead(status).end();
        },
        () => response.destroy(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/github/webhooks`,
    statuses,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function toRequest(message: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const headers = Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
  return new Request(`http://docsteward.test${message.url}`, { method: "POST", headers, body: Buffer.concat(chunks) });
}
