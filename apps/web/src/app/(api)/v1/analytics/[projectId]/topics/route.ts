import { topicsOperation } from "@docsteward/contract/analytics-operations";
import { listTopics } from "@docsteward/services/analytics/topics";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(topicsOperation, ({ ctx, query }) => listTopics(ctx, query)),
});
