import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { toAnswer } from "./answer.ts";
import { FORMATS } from "./formats.ts";
import type { ModelRequest, ScriptTurn } from "./script.ts";

const HAS_TEXT = /"text_delta"|"content":"[^"]|output_text\.delta|"parts":\[\{"text"|"delta":\{"text"/;

/** Plays one turn to a client. Resolves when the turn is over for the server, not when the client has read it. */
export async function sendTurn(
  response: ServerResponse,
  request: ModelRequest,
  turn: ScriptTurn,
  index: number,
): Promise<void> {
  response.once("close", () => {
    if (!response.writableEnded) turn.onLeft?.();
  });
  if (turn.hang === true) return;
  if (turn.delayMs !== undefined) await sleep(turn.delayMs, undefined, { ref: false });
  if (response.destroyed) return;
  if (turn.status !== undefined) {
    const message = turn.errorMessage ?? `The script answers ${turn.status}.`;
    return sendError(response, request.protocol, turn.status, message, turn);
  }

  const answer = toAnswer(turn, request.model, index);
  const format = FORMATS[request.protocol];
  const head = { "request-id": `req_${index}`, "cache-control": "no-cache" };
  if (!request.isStream) {
    response.writeHead(200, { ...head, "content-type": "application/json" });
    return sendBytes(response, Buffer.from(format.json(answer, request)), turn.cutAfterBytes);
  }
  response.writeHead(200, { ...head, "content-type": format.streamType ?? "text/event-stream; charset=utf-8" });
  const events = format.stream(answer, request);
  if (turn.cutAfterBytes !== undefined) {
    return sendBytes(response, Buffer.concat(Array.from(events, toBytes)), turn.cutAfterBytes);
  }
  let isHeld = turn.until !== undefined;
  for (const event of events) {
    response.write(event);
    if (!isHeld || !HAS_TEXT.test(toBytes(event).toString("latin1"))) continue;
    isHeld = false;
    await turn.until;
  }
  response.end();
}

/** Answers with an HTTP error in the vendor's own form. */
export function sendError(
  response: ServerResponse,
  protocol: ModelRequest["protocol"],
  status: number,
  message: string,
  turn: ScriptTurn = {},
): void {
  const retryAfter = turn.retryAfterSeconds === undefined ? {} : { "retry-after": String(turn.retryAfterSeconds) };
  response.writeHead(status, { "content-type": "application/json", ...retryAfter });
  response.end(FORMATS[protocol].error(status, message, turn.errorType));
}

function toBytes(event: string | Uint8Array): Buffer {
  return typeof event === "string" ? Buffer.from(event) : Buffer.from(event);
}

function sendBytes(response: ServerResponse, bytes: Buffer, cutAfterBytes: number | undefined): void {
  if (cutAfterBytes === undefined) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, cutAfterBytes), () => response.destroy());
}
