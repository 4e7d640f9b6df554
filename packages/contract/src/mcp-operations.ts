import { z } from "zod";
import { DomainParams } from "./assistant-operations.ts";
import { ASSISTANT_LIMITS } from "./limits.ts";
import { defineOperation } from "./operation.ts";

/** One message of the Model Context Protocol; its own library reads the rest. */
const McpMessage = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
});

export const mcpOperation = defineOperation({
  id: "callMcp",
  isPublic: true,
  method: "POST",
  path: "/mcp/{domain}",
  summary: "Model Context Protocol server of a documentation site",
  description:
    "Streamable HTTP without sessions, for agents and editors that use the Model Context Protocol. Send one message per request; batches are rejected. The tools are `search`, `get_page`, `list_pages`, `ask` and `submit_feedback`; pages are resources, too. `ask` and `submit_feedback` always need a key, also if the project is public.",
  auth: "assistant",
  scope: "read",
  limits: ASSISTANT_LIMITS,
  idempotency: null,
  params: DomainParams,
  query: z.object({}),
  body: McpMessage,
  response: McpMessage,
  produces: "mcp",
  example: {
    body: {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_page", arguments: { path: "/guides/flags" } },
    },
    response: {
      jsonrpc: "2.0",
      id: 1,
      result: { content: [{ type: "text", text: "A flag turns a feature on or off for some of your users." }] },
    },
  },
});

export const MCP_OPERATIONS = [mcpOperation] as const;
