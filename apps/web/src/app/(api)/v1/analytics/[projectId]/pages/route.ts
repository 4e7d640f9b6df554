import { citedPagesOperation } from "@docsteward/contract/analytics-operations";
import { listCitedPages } from "@docsteward/services/analytics/days";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(citedPagesOperation, ({ ctx, query }) => listCitedPages(ctx, query)),
});
