import { answerQuestion } from "@docsteward/services/thread/answer";
import { dataStream } from "#app/(v1)/_compat/data-stream.ts";
import { askAssistantV1Operation } from "#app/(v1)/_compat/operations.ts";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { acceptedLanguages } from "#server/http/request-headers.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(askAssistantV1Operation, ({ ctx, body, ...call }) =>
    dataStream((signal) => answerQuestion(ctx, { ...body, languages: acceptedLanguages(call.request), signal }), call),
  ),
});
