import { serverCardOperation } from "@docsteward/contract/mcp-operations";
import { findSignInServer } from "@docsteward/services/oauth/request";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { serverCardResponse } from "#server/mcp-card.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(serverCardOperation, async ({ ctx, request }) => {
    const isSignInOpen = (await findSignInServer(ctx, { domain: ctx.project.domain })) !== null;
    return serverCardResponse(ctx, { request, isSignInOpen });
  }),
});
