import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** Why the server cannot listen, in one sentence for the operator. */
class ListenError extends Error {
  override readonly name = "ListenError";
}

/**
 * Listens on `host` and `port`; 0 picks a free port.
 *
 * @returns the port it listens on
 * @throws ListenError when the port is taken or may not be used
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen({ host, port }, resolve);
  try {
    await promise;
  } catch (error) {
    throw new ListenError(explain(error as NodeJS.ErrnoException, host, port), { cause: error });
  } finally {
    server.off("error", reject);
  }
  return (server.address() as AddressInfo).port;
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use by another program. Stop that program, or set PORT to a free port.`;
    case "EACCES":
      return `Port ${port} needs more rights than this process has. Set PORT to a port above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} isn't an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`;
    default:
      return `The web server cannot listen on ${host}:${port}: ${error.message}.`;
  }
}

/**
 * Stops taking requests and waits for the ones that run; those still running after `graceMs` are cut off.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await promise;
  clearTimeout(cut);
}

/** How large a request's head may be, and how long a connection may take over each of its parts. */
export const SERVER_LIMITS: ServerOptions = {
  /** Of the request line and all headers, in bytes. Node answers more with a 431; `refuse-headers.ts` bounds each of them. */
  maxHeaderSize: 16_384,
  /** Longer than proxies keep theirs, so that none sends into one that is being closed. */
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  /** Headers and body together. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
};

/** The same for requests that another web process has taken within these bounds: it adds headers, and ends what takes too long. */
export const SERVER_BEHIND_LIMITS: ServerOptions = {
  ...SERVER_LIMITS,
  maxHeaderSize: 2 * 16_384,
  headersTimeout: 0,
  requestTimeout: 0,
  // The process in front keeps its connections for as long as it lives.
  keepAliveTimeout: 0,
};

/**
 * The longest time in which nothing moves on a connection, either way. Streams say something every 15 seconds: a connection on which
 * none of that gets through has a reader that does not read.
 */
export const IDLE_TIMEOUT_MS = 120_000;

/** What callers send ahead on one connection, which next to none do. */
const MAX_AHEAD = 100;

/**
 * Answers the requests of one connection one after another. Node hands over all that a caller has sent ahead, so that a connection with a
 * thousand of them would keep as many pages in the making, and all other callers waiting.
 */
export function oneAtATime(answer: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? [];
    lines.set(socket, line);
    line.push(() => answer(request, response));
    response.once("close", () => {
      line.shift();
      if (!socket.destroyed) line[0]?.();
    });
    if (line.length > MAX_AHEAD) socket.destroy();
    else if (line.length === 1) line[0]?.();
  };
}

/** Long enough for a caller on a busy machine, and well within the time that a whole request may take. */
const LINGER_MS = 10_000;

/**
 * Closes a connection whose caller still sends only once all has come, or time is up; what comes is dropped. A connection that is closed
 * before is reset, and a reset throws away the answer on its way: the refused caller would never learn why.
 */
export function lingerOnClose(server: Server, lingerMs = LINGER_MS): void {
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.on("request", (request: IncomingMessage) => void latest.set(request.socket, request));
  server.on("connection", (socket: Socket) => {
    const close = socket.destroySoon.bind(socket);
    // Node calls this after the last answer on a connection.
    socket.destroySoon = () => {
      const request = latest.get(socket);
      if (request === undefined || request.complete || socket.readableEnded) return close();
      socket.end();
      // Whoever was handed the body may keep what comes.
      request.unpipe();
      request.resume();
      const late = setTimeout(close, lingerMs);
      request.once("end", close);
      socket.once("close", () => clearTimeout(late));
    };
  });
}

/** Calls back when the head of a response is written, or its caller has left. */
export function onHead(response: ServerResponse, call: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...head: unknown[]) => ServerResponse;
  response.writeHead = ((...head: unknown[]) => {
    call();
    return writeHead(...head);
  }) as ServerResponse["writeHead"];
  response.once("close", call);
}
