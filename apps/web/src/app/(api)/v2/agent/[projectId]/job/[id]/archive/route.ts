import { archiveJobOperation } from "@docsteward/contract/agent-operations";
import { archiveJob } from "@docsteward/services/job/archive";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(archiveJobOperation, ({ ctx, params }) => archiveJob(ctx, { id: params.id })),
});
