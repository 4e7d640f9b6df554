import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export type Received = { headers: IncomingHttpHeaders; body: string };

/** An endpoint on this machine that records requests and gives the answers of the test. */
export async function startReceiver() {
  const received: Received[] = [];
  const answers: { status: number; headers?: Record<string, string> }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    received.push({ headers: request.headers, body });
    const { status, headers = {} } = answers.shift() ?? { status: 204 };
    response.writeHead(status, headers).end(status === 204 ? undefined : "So it is.");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    /** Statuses of the next answers; 204 after these. */
    answerWith: (...statuses: number[]) => void answers.push(...statuses.map((status) => ({ status }))),
    answerWithHeaders: (status: number, headers: Record<string, string>) => void answers.push({ status, headers }),
    /** Opens a delivery as a receiver does. @throws when the signature does not hold */
    verify: (secret: string, { headers, body }: Received) =>
      new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string; data: object },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
