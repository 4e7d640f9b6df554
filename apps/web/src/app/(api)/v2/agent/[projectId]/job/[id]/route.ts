import { getJobOperation } from "@docsteward/contract/agent-operations";
import { getJob } from "@docsteward/services/job/job";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(getJobOperation, ({ ctx, params }) => getJob(ctx, { id: params.id })),
});
