import { listJobsOperation } from "@docsteward/contract/agent-operations";
import { listJobs } from "@docsteward/services/job/list";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(listJobsOperation, ({ ctx, query }) => listJobs(ctx, query)),
});
