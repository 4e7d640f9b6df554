import { sendMessageOperation } from "@docsteward/contract/agent-operations";
import { sendMessage } from "@docsteward/services/job/send-message";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { idempotentReply } from "#server/http/idempotency.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(sendMessageOperation, async ({ ctx, params, body, idempotencyKey }) =>
    idempotentReply(await sendMessage(ctx, { id: params.id, ...body, idempotencyKey })),
  ),
});
