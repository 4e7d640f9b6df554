import { getPageOperation } from "@docsteward/contract/assistant-operations";
import { getSitePage } from "@docsteward/services/site/read";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(getPageOperation, ({ ctx, body }) => getSitePage(ctx, body)),
});
