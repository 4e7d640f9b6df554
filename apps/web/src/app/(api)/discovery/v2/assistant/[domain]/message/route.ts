import { askAssistantOperation } from "@docsteward/contract/assistant-message-operations";
import { answerQuestion } from "@docsteward/services/thread/answer";
import { answerStream } from "#server/http/answer-stream.ts";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { acceptedLanguages } from "#server/http/request-headers.ts";
import { isLiteral, uiMessageFormat } from "#server/http/ui-message-stream.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(askAssistantOperation, ({ ctx, body, request, requestId }) => {
    const chatId = typeof body.id === "string" ? body.id : undefined;
    const format = () => uiMessageFormat({ isLiteral: isLiteral(request, body) });
    const languages = acceptedLanguages(request);
    const open = (signal: AbortSignal) => answerQuestion(ctx, { ...body, chatId, languages, signal });
    return answerStream(open, { format, request, requestId });
  }),
});
