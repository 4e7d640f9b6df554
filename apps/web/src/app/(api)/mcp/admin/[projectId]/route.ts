import { adminMcpOperation } from "@docsteward/contract/mcp-operations";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { answerAdminMcp } from "#server/mcp-admin.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(adminMcpOperation, ({ ctx, body, request, requestId }) =>
    answerAdminMcp(ctx, { body, request, requestId }),
  ),
});
