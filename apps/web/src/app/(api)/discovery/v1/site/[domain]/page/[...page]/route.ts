import { pageMarkdownOperation } from "@docsteward/contract/assistant-operations";
import { writePageMarkdown } from "@docsteward/services/site/llms";
import { endpoint } from "#server/http/endpoint.ts";
import { handle } from "#server/http/handle.ts";
import { textResponse } from "#server/http/responses.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = endpoint({
  GET: handle(pageMarkdownOperation, async ({ ctx, params, requestId }) =>
    textResponse(await writePageMarkdown(ctx, params), requestId, "text/markdown"),
  ),
});
