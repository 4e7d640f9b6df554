import { type Answer, inPieces, proofOf } from "./answer.ts";

/** Who speaks chat completions: they differ in how they send reasoning, cost and errors. */
export type Dialect = "openai" | "openrouter" | "mistral";

const FINISH_REASONS = {
  end_turn: "stop",
  tool_use: "tool_calls",
  max_tokens: "length",
  refusal: "content_filter",
  model_context_window_exceeded: "length",
} as const satisfies Record<Answer["stopReason"], string>;

/** A piece of reasoning, as the dialect sends it. */
function reasoningDelta(text: string, dialect: Dialect): Record<string, unknown> {
  if (dialect === "mistral") return { content: [{ type: "thinking", thinking: [{ type: "text", text }] }] };
  if (dialect === "openai") return { reasoning_content: text };
  return { reasoning: text, reasoning_details: [{ type: "reasoning.text", text, index: 0 }] };
}

const usageOf = ({ usage }: Answer) => {
  const prompt = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.outputTokens,
    total_tokens: prompt + usage.outputTokens,
    prompt_tokens_details: { cached_tokens: usage.cacheReadTokens },
    ...(usage.costUsd === undefined ? {} : { cost: usage.costUsd }),
  };
};

/** The chunks of an answer, in order, as chat completions with `stream` writes them. */
export function* writeOpenAiStream(answer: Answer, includeUsage: boolean, dialect: Dialect): Generator<string> {
  const base = {
    id: `chatcmpl-${answer.id}`,
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: answer.model,
  };
  const chunk = (delta: Record<string, unknown>, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

  yield chunk({ role: "assistant", content: "" });
  for (const piece of inPieces(answer.reasoning)) yield chunk(reasoningDelta(piece, dialect));
  if (answer.reasoning !== "" && dialect === "openrouter") {
    yield chunk({ reasoning_details: [{ type: "reasoning.text", signature: proofOf(answer.model), index: 0 }] });
  }
  for (const content of inPieces(answer.text, answer.pieceCount)) yield chunk({ content });
  if (answer.isOverloadedMidStream) {
    if (dialect === "mistral") yield chunk({ content: "" }, "error");
    else yield `data: ${JSON.stringify({ error: { message: "Overloaded", type: "overloaded_error", code: 529 } })}\n\n`;
    return;
  }
  for (const [index, call] of answer.toolCalls.entries()) {
    if (dialect === "mistral") {
      // It sends each call whole.
      yield chunk({ tool_calls: [{ index, id: call.id, function: { name: call.name, arguments: call.json } }] });
      continue;
    }
    const first = { index, id: call.id, type: "function", function: { name: call.name, arguments: "" } };
    yield chunk({ tool_calls: [first] });
    for (const piece of inPieces(call.json)) yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  if (dialect === "mistral") {
    const choices = [{ index: 0, delta: { content: "" }, finish_reason: FINISH_REASONS[answer.stopReason] }];
    yield `data: ${JSON.stringify({ ...base, choices, usage: usageOf(answer) })}\n\n`;
    yield "data: [DONE]\n\n";
    return;
  }
  yield chunk({}, FINISH_REASONS[answer.stopReason]);
  if (includeUsage) yield `data: ${JSON.stringify({ ...base, choices: [], usage: usageOf(answer) })}\n\n`;
  yield "data: [DONE]\n\n";
}

/** The same answer as one JSON document, for a request without `stream`. */
export function writeOpenAiJson(answer: Answer): string {
  const tool_calls = answer.toolCalls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: call.json },
  }));
  const message = {
    role: "assistant",
    content: answer.text === "" ? null : answer.text,
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  };
  return JSON.stringify({
    id: `chatcmpl-${answer.id}`,
    object: "chat.completion",
    created: 1_700_000_000,
    model: answer.model,
    choices: [{ index: 0, message, finish_reason: FINISH_REASONS[answer.stopReason] }],
    usage: usageOf(answer),
  });
}

export function writeOpenAiError(status: number, message: string, type = "invalid_request_error"): string {
  return JSON.stringify({ error: { message, type, param: null, code: status === 401 ? "invalid_api_key" : null } });
}

export function writeMistralError(status: number, message: string, type = "invalid_request_error"): string {
  return JSON.stringify({ object: "error", message, type, param: null, code: String(status) });
}
