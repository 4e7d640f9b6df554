import { askAssistantOperation } from "@docsteward/contract/assistant-message-operations";
import { answerQuestion } from "@docsteward/services/thread/answer";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { uiMessageStream } from "#server/http/ui-message-stream.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(askAssistantOperation, (call) =>
    uiMessageStream((signal) => answerQuestion(call.ctx, { ...call.body, signal }), call),
  ),
});
