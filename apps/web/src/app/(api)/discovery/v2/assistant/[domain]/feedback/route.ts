import { rateAnswerOperation } from "@docsteward/contract/assistant-message-operations";
import { rateAnswer } from "@docsteward/services/thread/turn";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(rateAnswerOperation, ({ ctx, body }) => rateAnswer(ctx, body)),
});
