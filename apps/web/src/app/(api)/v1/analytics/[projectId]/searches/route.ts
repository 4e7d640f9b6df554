import { searchesOperation } from "@docsteward/contract/analytics-operations";
import { listSearches } from "@docsteward/services/analytics/searches";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(searchesOperation, ({ ctx, query }) => listSearches(ctx, query)),
});
