import { unarchiveJobOperation } from "@docsteward/contract/agent-operations";
import { unarchiveJob } from "@docsteward/services/job/archive";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(unarchiveJobOperation, ({ ctx, params }) => unarchiveJob(ctx, { id: params.id })),
});
