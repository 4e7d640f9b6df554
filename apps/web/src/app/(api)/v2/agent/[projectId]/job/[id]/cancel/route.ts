import { cancelJobOperation } from "@docsteward/contract/agent-operations";
import { cancelJob } from "@docsteward/services/job/stop";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(cancelJobOperation, ({ ctx, params }) => cancelJob(ctx, { id: params.id })),
});
