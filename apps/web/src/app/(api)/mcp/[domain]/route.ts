import { mcpOperation } from "@docsteward/contract/mcp-operations";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { answerMcp } from "#server/mcp.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  POST: handle(mcpOperation, ({ ctx, body, request, requestId }) => answerMcp(ctx, { body, request, requestId })),
});
