import { suggestPagesOperation } from "@docsteward/contract/assistant-operations";
import { suggestPages } from "@docsteward/services/site/search";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(suggestPagesOperation, ({ ctx, query }) => suggestPages(ctx, query)),
});
