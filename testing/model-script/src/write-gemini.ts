import { type Answer, inPieces, proofOf } from "./answer.ts";

const FINISH_REASONS = {
  end_turn: "STOP",
  tool_use: "STOP",
  max_tokens: "MAX_TOKENS",
  refusal: "SAFETY",
  model_context_window_exceeded: "MAX_TOKENS",
} as const satisfies Record<Answer["stopReason"], string>;

const usageOf = ({ usage, reasoning }: Answer) => {
  const prompt = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const thoughts = reasoning === "" ? 0 : 5;
  return {
    promptTokenCount: prompt,
    cachedContentTokenCount: usage.cacheReadTokens,
    candidatesTokenCount: usage.outputTokens - thoughts,
    thoughtsTokenCount: thoughts,
    totalTokenCount: prompt + usage.outputTokens,
  };
};

/** The first call of an answer carries the proof, as Gemini 3 sends it; later calls of the answer have none. */
function callsOf({ model, reasoning, toolCalls }: Answer) {
  const isSigned = reasoning !== "" || model.startsWith("gemini-3");
  return toolCalls.map((call, index) => ({
    functionCall: { id: call.id, name: call.name, args: JSON.parse(call.json) },
    ...(isSigned && index === 0 ? { thoughtSignature: proofOf(model) } : {}),
  }));
}

/** The chunks of an answer, in order, as `streamGenerateContent` writes them with `alt=sse`. */
export function* writeGeminiStream(answer: Answer): Generator<string> {
  const base = { responseId: `resp_${answer.id}`, modelVersion: answer.model };
  const chunk = (parts: unknown[], more: object = {}, top: object = {}) =>
    `data: ${JSON.stringify({ candidates: [{ content: { parts, role: "model" }, index: 0, ...more }], ...base, ...top })}\r\n\r\n`;
  for (const text of inPieces(answer.reasoning)) yield chunk([{ thought: true, text }]);
  for (const text of inPieces(answer.text, answer.pieceCount)) yield chunk([{ text }]);
  if (answer.isOverloadedMidStream) {
    yield `data: ${writeGeminiError(503, "The model is overloaded. Please try again later.")}\r\n\r\n`;
    return;
  }
  for (const part of callsOf(answer)) yield chunk([part]);
  yield chunk([], { finishReason: FINISH_REASONS[answer.stopReason] }, { usageMetadata: usageOf(answer) });
}

/** The same answer as one JSON document. */
export function writeGeminiJson(answer: Answer): string {
  const parts = [...(answer.text === "" ? [] : [{ text: answer.text }]), ...callsOf(answer)];
  return JSON.stringify({
    candidates: [{ content: { parts, role: "model" }, finishReason: FINISH_REASONS[answer.stopReason], index: 0 }],
    usageMetadata: usageOf(answer),
    modelVersion: answer.model,
  });
}

const STATUSES: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

export function writeGeminiError(code: number, message: string, status = STATUSES[code] ?? "INTERNAL"): string {
  return JSON.stringify({ error: { code, message, status } });
}
