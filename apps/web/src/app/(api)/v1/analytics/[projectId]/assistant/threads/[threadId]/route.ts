import { conversationThreadOperation } from "@docsteward/contract/analytics-operations";
import { getConversationThread } from "@docsteward/services/analytics/conversations";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(conversationThreadOperation, ({ ctx, params }) => getConversationThread(ctx, params)),
});
