import { crc32 } from "node:zlib";
import { type Answer, inPieces, proofOf } from "./answer.ts";

const STOP_REASONS = {
  end_turn: "end_turn",
  tool_use: "tool_use",
  max_tokens: "max_tokens",
  refusal: "content_filtered",
  model_context_window_exceeded: "max_tokens",
} as const satisfies Record<Answer["stopReason"], string>;

const usageOf = ({ usage }: Answer) => ({
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  totalTokens: usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens,
  cacheReadInputTokens: usage.cacheReadTokens,
  cacheWriteInputTokens: usage.cacheWriteTokens,
});

/** One message of Amazon's binary event stream: lengths, headers and body, each with its checksum. */
function frame(headers: Record<string, string>, data: object): Buffer {
  const head = Buffer.concat(
    Object.entries(headers).map(([name, value]) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(Buffer.byteLength(value));
      // 7 is the type of a string.
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([7]),
        length,
        Buffer.from(value),
      ]);
    }),
  );
  const body = Buffer.from(JSON.stringify(data));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(12 + head.length + body.length + 4, 0);
  prelude.writeUInt32BE(head.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const message = Buffer.concat([prelude, head, body]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(message));
  return Buffer.concat([message, checksum]);
}

const event = (type: string, data: object) =>
  frame({ ":message-type": "event", ":event-type": type, ":content-type": "application/json" }, data);

/** The messages of an answer, in order, as `converse-stream` writes them. */
export function* writeBedrockStream(answer: Answer): Generator<Buffer> {
  yield event("messageStart", { role: "assistant" });
  let contentBlockIndex = 0;
  const delta = (data: object) => event("contentBlockDelta", { contentBlockIndex, delta: data });
  const stop = () => {
    const ended = event("contentBlockStop", { contentBlockIndex });
    contentBlockIndex += 1;
    return ended;
  };
  if (answer.reasoning !== "") {
    for (const text of inPieces(answer.reasoning)) yield delta({ reasoningContent: { text } });
    yield delta({ reasoningContent: { signature: proofOf(answer.model) } });
    yield stop();
  }
  if (answer.text !== "") {
    for (const text of inPieces(answer.text, answer.pieceCount)) yield delta({ text });
    yield stop();
  }
  if (answer.isOverloadedMidStream) {
    const headers = { ":message-type": "exception", ":exception-type": "serviceUnavailableException" };
    yield frame(headers, { message: "Overloaded" });
    return;
  }
  for (const call of answer.toolCalls) {
    const toolUse = { toolUseId: call.id, name: call.name };
    yield event("contentBlockStart", { contentBlockIndex, start: { toolUse } });
    for (const input of inPieces(call.json)) yield delta({ toolUse: { input } });
    yield stop();
  }
  yield event("messageStop", { stopReason: STOP_REASONS[answer.stopReason] });
  yield event("metadata", { usage: usageOf(answer), metrics: { latencyMs: 1 } });
}

/** The same answer as one JSON document, as `converse` writes it. */
export function writeBedrockJson(answer: Answer): string {
  const content = [
    ...(answer.text === "" ? [] : [{ text: answer.text }]),
    ...answer.toolCalls.map(({ id, name, json }) => ({ toolUse: { toolUseId: id, name, input: JSON.parse(json) } })),
  ];
  const output = { message: { role: "assistant", content } };
  return JSON.stringify({
    output,
    stopReason: STOP_REASONS[answer.stopReason],
    usage: usageOf(answer),
    metrics: { latencyMs: 1 },
  });
}
