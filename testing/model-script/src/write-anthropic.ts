import { type Answer, inPieces, proofOf } from "./answer.ts";

const event = (data: { type: string } & Record<string, unknown>) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const messageOf = (answer: Answer) => ({
  id: `msg_${answer.id}`,
  type: "message",
  role: "assistant",
  model: answer.model,
  content: [] as unknown[],
  stop_reason: null as string | null,
  stop_sequence: null,
  usage: {
    input_tokens: answer.usage.inputTokens,
    cache_creation_input_tokens: answer.usage.cacheWriteTokens,
    cache_read_input_tokens: answer.usage.cacheReadTokens,
    output_tokens: 1,
  },
});

/** The server-sent events of an answer, in order, as the Messages API writes them. */
export function* writeAnthropicStream(answer: Answer): Generator<string> {
  yield event({ type: "message_start", message: messageOf(answer) });
  yield event({ type: "ping" });

  let index = 0;
  if (answer.reasoning !== "") {
    const block = { type: "thinking", thinking: "", signature: "" };
    yield event({ type: "content_block_start", index, content_block: block });
    for (const thinking of inPieces(answer.reasoning)) {
      yield event({ type: "content_block_delta", index, delta: { type: "thinking_delta", thinking } });
    }
    yield event({
      type: "content_block_delta",
      index,
      delta: { type: "signature_delta", signature: proofOf(answer.model) },
    });
    yield event({ type: "content_block_stop", index });
    index += 1;
  }
  if (answer.text !== "") {
    yield event({ type: "content_block_start", index, content_block: { type: "text", text: "" } });
    for (const text of inPieces(answer.text, answer.pieceCount)) {
      yield event({ type: "content_block_delta", index, delta: { type: "text_delta", text } });
    }
    yield event({ type: "content_block_stop", index });
    index += 1;
  }
  if (answer.isOverloadedMidStream) {
    yield event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } });
    return;
  }
  for (const call of answer.toolCalls) {
    const block = { type: "tool_use", id: call.id, name: call.name, input: {} };
    yield event({ type: "content_block_start", index, content_block: block });
    for (const partial_json of ["", ...inPieces(call.json)]) {
      yield event({ type: "content_block_delta", index, delta: { type: "input_json_delta", partial_json } });
    }
    yield event({ type: "content_block_stop", index });
    index += 1;
  }

  const { usage } = messageOf(answer);
  yield event({
    type: "message_delta",
    delta: { stop_reason: answer.stopReason, stop_sequence: null },
    usage: { ...usage, output_tokens: answer.usage.outputTokens },
  });
  yield event({ type: "message_stop" });
}

/** The same answer as one JSON document, for a request without `stream`. */
export function writeAnthropicJson(answer: Answer): string {
  const message = messageOf(answer);
  if (answer.text !== "") message.content.push({ type: "text", text: answer.text });
  const calls = answer.toolCalls.map(
    (call) =>
      `{"type":"tool_use","id":${JSON.stringify(call.id)},"name":${JSON.stringify(call.name)},"input":${call.json}}`,
  );
  const content = [...message.content.map((part) => JSON.stringify(part)), ...calls];
  const { content: _, ...rest } = message;
  const usage = { ...message.usage, output_tokens: answer.usage.outputTokens };
  const head = JSON.stringify({ ...rest, stop_reason: answer.stopReason, usage });
  // Put together by hand because a malformed tool call must reach the client unchanged.
  return `${head.slice(0, -1)},"content":[${content.join(",")}]}`;
}

const ERROR_TYPES: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

export function writeAnthropicError(
  status: number,
  message: string,
  type = ERROR_TYPES[status] ?? "api_error",
): string {
  return JSON.stringify({ type: "error", error: { type, message }, request_id: "req_scripted" });
}
