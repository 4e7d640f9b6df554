import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { checkRequest, protocolOf, readRequest } from "./request.ts";
import type { ModelRequest, Script } from "./script.ts";
import { sendError, sendTurn } from "./send-turn.ts";

export type ModelServer = {
  /** `http://127.0.0.1:<port>`, without `/v1`. */
  url: string;
  /** Every request so far, in order of arrival. */
  requests: ModelRequest[];
  /** The bodies in which access tokens were asked for. */
  assertions: string[];
  /** Ends the server immediately, and all open requests. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

type ModelServerOptions = {
  /** false keeps no requests, for benchmarks whose memory counts. Default true. */
  keepRequests?: boolean;
};

/**
 * Starts a model on a free port of this machine that says what a script tells it.
 *
 * Speaks every protocol of `Protocol`, streamed and not, each at its own paths (`request.ts`). Refuses what the real services
 * refuse: tool calls without results and the like. `POST /token` gives access tokens as Google does.
 */
export async function startModelServer(script: Script, options: ModelServerOptions = {}): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const assertions: string[] = [];
  let count = 0;

  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    const path = (message.url ?? "").split("?", 1)[0] ?? "";
    if (message.method === "POST" && path === "/token") {
      for await (const chunk of message) assertions.push(String(chunk));
      const token = { access_token: `token-${assertions.length}`, expires_in: 3_600, token_type: "Bearer" };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(token));
      return;
    }
    const protocol = message.method === "POST" ? protocolOf(path) : undefined;
    const body = await readBody(message);
    if (protocol === undefined) {
      return sendError(response, "openai", 404, `The model server has no ${message.method} ${path}.`);
    }
    if (body === undefined) return sendError(response, protocol, 400, "The request body is not JSON.");

    const request = readRequest(protocol, path, message.headers, body);
    const index = count;
    count += 1;
    if (options.keepRequests !== false) requests.push(request);
    const refusal = checkRequest(request);
    if (refusal !== undefined) return sendError(response, protocol, 400, refusal);

    const turn = Array.isArray(script) ? script[index] : await script(request, index);
    if (turn === undefined) {
      const asked = request.lastUserText.slice(0, 80);
      return sendError(response, protocol, 500, `The script has no turn for request ${index + 1} ("${asked}").`);
    }
    return sendTurn(response, request, turn, index);
  };

  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => {
      if (!response.headersSent) sendError(response, "openai", 500, `The script failed: ${String(error)}`);
      else response.destroy();
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, assertions, close, [Symbol.asyncDispose]: close };
}

async function readBody(message: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    // The caller answers 400.
    return undefined;
  }
}
