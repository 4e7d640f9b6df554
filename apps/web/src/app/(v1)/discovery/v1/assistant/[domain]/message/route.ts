import { answerQuestion } from "@docsteward/services/thread/answer";
import { endpoint } from "../../../../../../../server/http/endpoint.ts";
import { handle } from "../../../../../../../server/http/handle.ts";
import { askAssistantV1Operation } from "../../../../../_compat/assistant-operations.ts";
import { dataStream } from "../../../../../_compat/data-stream.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(askAssistantV1Operation, ({ ctx, body, ...call }) =>
    dataStream((signal) => answerQuestion(ctx, { ...body, signal }), call),
  ),
});
