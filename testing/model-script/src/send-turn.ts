import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, toAnswer } from "./answer.ts";
import type { ModelRequest, Protocol, ScriptTurn } from "./script.ts";
import { writeAnthropicError, writeAnthropicJson, writeAnthropicStream } from "./write-anthropic.ts";
import { writeBedrockJson, writeBedrockStream } from "./write-bedrock.ts";
import { writeGeminiError, writeGeminiJson, writeGeminiStream } from "./write-gemini.ts";
import {
  type Dialect,
  writeMistralError,
  writeOpenAiError,
  writeOpenAiJson,
  writeOpenAiStream,
} from "./write-openai.ts";
import { writeResponsesJson, writeResponsesStream } from "./write-responses.ts";

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

/** How a protocol puts an answer and an error on the wire. */
type Format = {
  stream(answer: Answer, request: ModelRequest): Iterable<string | Uint8Array>;
  json(answer: Answer, request: ModelRequest): string;
  error(status: number, message: string, type?: string): string;
  streamType?: string;
};

type Asked = { include_usage?: boolean; include?: boolean };

function chat(dialect: Dialect, error: Format["error"] = writeOpenAiError): Format {
  return {
    stream: (answer, { body }) => {
      const { stream_options: options, usage } = body as { stream_options?: Asked; usage?: Asked };
      return writeOpenAiStream(answer, (options?.include_usage ?? usage?.include) === true, dialect);
    },
    json: writeOpenAiJson,
    error,
  };
}

const asksForProof = ({ body }: ModelRequest) =>
  Array.isArray(body.include) && body.include.includes("reasoning.encrypted_content");

const FORMATS: Readonly<Record<Protocol, Format>> = {
  anthropic: { stream: writeAnthropicStream, json: writeAnthropicJson, error: writeAnthropicError },
  openai: chat("openai"),
  openrouter: chat("openrouter", (code, message) => JSON.stringify({ error: { code, message } })),
  mistral: chat("mistral", writeMistralError),
  responses: {
    stream: (answer, request) => writeResponsesStream(answer, asksForProof(request)),
    json: (answer, request) => writeResponsesJson(answer, asksForProof(request)),
    error: writeOpenAiError,
  },
  gemini: { stream: writeGeminiStream, json: writeGeminiJson, error: writeGeminiError },
  bedrock: {
    stream: writeBedrockStream,
    json: writeBedrockJson,
    error: (_status, message) => JSON.stringify({ message }),
    streamType: "application/vnd.amazon.eventstream",
  },
};
