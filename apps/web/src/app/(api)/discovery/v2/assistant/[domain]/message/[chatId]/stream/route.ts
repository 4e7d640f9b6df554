import { resumeAnswerOperation } from "@docsteward/contract/assistant-message-operations";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { resumeUiMessageStream } from "#server/http/ui-message-stream.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(resumeAnswerOperation, ({ ctx, params, request, requestId }) =>
    resumeUiMessageStream(ctx, { chatId: params.chatId, request, requestId }),
  ),
});
