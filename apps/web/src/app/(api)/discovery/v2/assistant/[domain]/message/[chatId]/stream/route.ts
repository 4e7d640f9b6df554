import { resumeAnswerOperation } from "@docsteward/contract/assistant-message-operations";
import { resumeAnswer } from "@docsteward/services/answer-stream/resume";
import { answerStream } from "#server/http/answer-stream.ts";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { apiHeaders } from "#server/http/response-headers.ts";
import { uiMessageFormat } from "#server/http/ui-message-stream.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(resumeAnswerOperation, async ({ ctx, params: { chatId }, request, requestId }) => {
    const chunks = await resumeAnswer(ctx, { chatId, signal: request.signal });
    if (chunks === null) return new Response(null, { status: 204, headers: apiHeaders(requestId) });
    return answerStream(async () => ({ chunks }), { format: () => uiMessageFormat(), request, requestId });
  }),
});
