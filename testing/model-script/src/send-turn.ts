import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { toAnswer } from "./answer.ts";
import type { ModelRequest, ScriptTurn } from "./script.ts";
import { writeAnthropicError, writeAnthropicJson, writeAnthropicStream } from "./write-anthropic.ts";
import { writeOpenAiError, writeOpenAiJson, writeOpenAiStream } from "./write-openai.ts";

const HAS_TEXT = /"text_delta"|"content":"[^"]/;

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

  const answer = toAnswer(turn, String(request.body.model), index);
  const isAnthropic = request.protocol === "anthropic";
  const head = { "request-id": `req_${index}`, "cache-control": "no-cache" };
  if (!request.isStream) {
    response.writeHead(200, { ...head, "content-type": "application/json" });
    return sendBytes(response, isAnthropic ? writeAnthropicJson(answer) : writeOpenAiJson(answer), turn.cutAfterBytes);
  }
  response.writeHead(200, { ...head, "content-type": "text/event-stream; charset=utf-8" });
  const includeUsage = (request.body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  const events = isAnthropic ? writeAnthropicStream(answer) : writeOpenAiStream(answer, includeUsage);
  if (turn.cutAfterBytes !== undefined) return sendBytes(response, [...events].join(""), turn.cutAfterBytes);
  let isHeld = turn.until !== undefined;
  for (const event of events) {
    response.write(event);
    if (!isHeld || !HAS_TEXT.test(event)) continue;
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
  const write = protocol === "anthropic" ? writeAnthropicError : writeOpenAiError;
  const retryAfter = turn.retryAfterSeconds === undefined ? {} : { "retry-after": String(turn.retryAfterSeconds) };
  response.writeHead(status, { "content-type": "application/json", ...retryAfter });
  response.end(write(status, message, turn.errorType));
}

function sendBytes(response: ServerResponse, text: string, cutAfterBytes: number | undefined): void {
  if (cutAfterBytes === undefined) {
    response.end(text);
    return;
  }
  response.write(Buffer.from(text).subarray(0, cutAfterBytes), () => response.destroy());
}
