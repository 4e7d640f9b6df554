import {
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import { AppError } from "@docsteward/contract/error";
import { currentSpan } from "@docsteward/platform/tracing";
import { noteCaller } from "./callers.ts";
import { problemResponse } from "./http/problem.ts";
import { REMOTE_ADDRESS_HEADER } from "./http/request-headers.ts";

/** Another web process on this machine. */
export type Target = { port: number; agent: Agent; secret: string };

/** What a request from the first process has, which no caller knows. */
export const SECRET_HEADER = "x-docsteward-second-process";
/** Who was found to call, which the first process is to know. */
export const CALLER_HEADER = "x-docsteward-caller";

/** About one connection, and not about what is sent over it (RFC 9110, 7.6.1). */
const OF_A_CONNECTION: readonly string[] = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
  "expect",
];

/**
 * Has another process answer a request, whose head it gets as it stands: with what `guardRequest` added.
 *
 * @param target null when it is gone
 */
export function forwardRequest(given: IncomingMessage, response: ServerResponse, target: Target | null): void {
  if (target === null) {
    refuse(given, response);
    return;
  }
  const { port, agent, secret } = target;
  const headers: OutgoingHttpHeaders = { ...withoutConnection(given.headers), [SECRET_HEADER]: secret };
  // Next would ask the socket, which is that of this process.
  const { traceparent } = currentSpan();
  if (traceparent !== null) headers.traceparent = traceparent;
  headers["x-forwarded-for"] ??= String(given.headers[REMOTE_ADDRESS_HEADER] ?? "");
  const sent = request({
    host: "127.0.0.1",
    port,
    agent,
    method: given.method,
    path: given.url,
    headers,
    setHost: false,
  });
  sent.setNoDelay(true);
  sent.on("response", (answer) => {
    const { [CALLER_HEADER]: caller, connection, "transfer-encoding": _, ...rest } = answer.headers;
    if (typeof caller === "string") noteCaller(given.headers.authorization ?? given.headers.cookie ?? null, caller);
    const more = connection === "close" ? { connection } : {};
    response.writeHead(answer.statusCode ?? 502, { ...withoutConnection(rest), ...more });
    // A stream's reader waits for its head.
    if (rest["content-length"] === undefined) response.flushHeaders();
    answer.pipe(response);
    answer.once("error", () => response.destroy());
    answer.once("aborted", () => response.destroy());
  });
  sent.on("error", () => {
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) refuse(given, response);
  });
  response.once("close", () => {
    sent.destroy();
    // What nobody wanted of the body is dropped, or the next request on the connection would never come.
    given.unpipe(sent);
    given.resume();
  });
  given.once("error", () => sent.destroy());
  given.pipe(sent);
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers };
  for (const name of OF_A_CONNECTION) delete kept[name];
  return kept;
}

function refuse(given: IncomingMessage, response: ServerResponse): void {
  const sentence =
    "The process that worked on this request has ended. Look whether the request took effect, then send it again.";
  const error = new AppError("unavailable", sentence, { retryAfterSeconds: 1 });
  const requestId = String(given.headers["x-request-id"] ?? "");
  const answer = problemResponse(error, requestId, { Connection: "close" });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  void answer.text().then((text) => response.end(text));
}
