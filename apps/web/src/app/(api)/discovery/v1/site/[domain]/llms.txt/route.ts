import { llmsIndexOperation } from "@docsteward/contract/assistant-operations";
import { writeLlmsIndex } from "@docsteward/services/site/llms";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { textResponse } from "#server/http/responses.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(llmsIndexOperation, async ({ ctx, query, requestId }) =>
    textResponse(await writeLlmsIndex(ctx, query), requestId),
  ),
});
