import { createJobOperation } from "@docsteward/contract/agent-operations";
import { createJob } from "@docsteward/services/job/create";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { idempotentReply } from "#server/http/idempotency.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(createJobOperation, async ({ ctx, body, idempotencyKey }) =>
    idempotentReply(await createJob(ctx, { ...body, idempotencyKey })),
  ),
});
