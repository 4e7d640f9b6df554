import { searchSiteOperation } from "@docsteward/contract/assistant-operations";
import { searchSite } from "@docsteward/services/site/read";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(searchSiteOperation, ({ ctx, body }) => searchSite(ctx, body)),
});
