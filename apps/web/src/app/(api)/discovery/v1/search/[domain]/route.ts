import { searchPagesOperation, searchSiteOperation } from "@docsteward/contract/assistant-operations";
import { searchPages, searchSite } from "@docsteward/services/site/search";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(searchPagesOperation, ({ ctx, query }) => searchPages(ctx, query)),
  POST: handle(searchSiteOperation, ({ ctx, body }) => searchSite(ctx, body)),
});
