import { type Answer, inPieces, proofOf } from "./answer.ts";

const INCOMPLETE: Partial<Record<Answer["stopReason"], string>> = {
  max_tokens: "max_output_tokens",
  model_context_window_exceeded: "max_output_tokens",
  refusal: "content_filter",
};

const usageOf = ({ usage, reasoning }: Answer) => {
  const input = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheReadTokens, cache_write_tokens: usage.cacheWriteTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: reasoning === "" ? 0 : 5 },
    total_tokens: input + usage.outputTokens,
  };
};

type Item = { type: string; id: string } & Record<string, unknown>;

/** What the model made, in order: reasoning, words, calls. @param hasProof whether the request asks for encrypted reasoning */
function itemsOf(answer: Answer, hasProof: boolean): Item[] {
  const { id, model, reasoning, text, toolCalls } = answer;
  const proof = hasProof ? proofOf(model) : null;
  const thought = { type: "reasoning", id: `rs_${id}`, summary: [], encrypted_content: proof };
  const content = [{ type: "output_text", text, annotations: [] }];
  return [
    ...(reasoning === "" ? [] : [thought]),
    ...(text === "" ? [] : [{ type: "message", id: `msg_${id}`, role: "assistant", status: "completed", content }]),
    ...toolCalls.map((call, index) => ({
      type: "function_call",
      id: `fc_${id}_${index}`,
      call_id: call.id,
      name: call.name,
      arguments: call.json,
      status: "completed",
    })),
  ];
}

const headOf = ({ id, model }: Answer) => ({ id: `resp_${id}`, object: "response", created_at: 1_700_000_000, model });

function ending(answer: Answer) {
  const reason = INCOMPLETE[answer.stopReason];
  return {
    status: reason === undefined ? "completed" : "incomplete",
    incomplete_details: reason === undefined ? null : { reason },
    usage: usageOf(answer),
  };
}

/** The events of an answer, in order, as the Responses API streams them. */
export function* writeResponsesStream(answer: Answer, hasProof: boolean): Generator<string> {
  let sequence = 0;
  const event = (type: string, data: Record<string, unknown>) => {
    sequence += 1;
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...data })}\n\n`;
  };
  const head = headOf(answer);
  yield event("response.created", { response: { ...head, status: "in_progress", output: [] } });
  yield event("response.in_progress", { response: { ...head, status: "in_progress", output: [] } });
  for (const [output_index, item] of itemsOf(answer, hasProof).entries()) {
    if (item.type === "function_call" && answer.isOverloadedMidStream) break;
    const at = { output_index, item_id: item.id };
    const blank = item.type === "function_call" ? { arguments: "" } : { content: [] };
    yield event("response.output_item.added", { output_index, item: { ...item, ...blank, status: "in_progress" } });
    if (item.type === "message") {
      for (const delta of inPieces(answer.text, answer.pieceCount)) {
        yield event("response.output_text.delta", { ...at, content_index: 0, delta, logprobs: [] });
      }
    }
    if (item.type === "function_call") {
      for (const delta of inPieces(String(item.arguments))) {
        yield event("response.function_call_arguments.delta", { ...at, delta });
      }
      yield event("response.function_call_arguments.done", { ...at, arguments: item.arguments });
    }
    yield event("response.output_item.done", { output_index, item });
  }
  if (answer.isOverloadedMidStream) {
    yield event("error", { code: "server_is_overloaded", message: "Overloaded", param: null });
    return;
  }
  const type = INCOMPLETE[answer.stopReason] === undefined ? "response.completed" : "response.incomplete";
  yield event(type, { response: { ...head, ...ending(answer) } });
}

/** The same answer as one JSON document. */
export function writeResponsesJson(answer: Answer, hasProof: boolean): string {
  return JSON.stringify({ ...headOf(answer), ...ending(answer), output: itemsOf(answer, hasProof) });
}
