import { z } from "zod";
import { ProjectParams } from "./agent-operations.ts";
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
  signIn: "token",
  method: "POST",
  path: "/mcp/{domain}",
  summary: "Model Context Protocol server of a documentation site",
  description:
    "Streamable HTTP without sessions, for agents and editors that use the Model Context Protocol. Send one message per request; batches are rejected. The tools are `search`, `get_page`, `list_pages`, `ask` and `submit_feedback`; pages are resources, too. `ask` and `submit_feedback` always need a key or a sign-in, also if the project is public. Where the project lets people sign in (OAuth), an access token takes the place of the key, and `/.well-known/oauth-protected-resource/mcp/{domain}` says how to get one.",
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

/** The media type of MCP Server Cards. */
export const SERVER_CARD_TYPE = "application/mcp-server-card+json";

/** A header that a client sends to an MCP server, with what it asks its user for. */
const CardHeader = z.looseObject({ name: z.string(), isRequired: z.boolean(), isSecret: z.boolean() });

/** What a client learns of a documentation site's MCP server before it connects. */
const ServerCard = z
  .object({
    $schema: z.string(),
    name: z.string().meta({ description: "The host, reversed, and the domain identifier." }),
    title: z.string(),
    description: z.string(),
    version: z.string(),
    websiteUrl: z.string().optional(),
    remotes: z.array(
      z.object({
        type: z.literal("streamable-http"),
        url: z.string(),
        supportedProtocolVersions: z.array(z.string()),
        headers: z.array(CardHeader).optional(),
      }),
    ),
  })
  .meta({ id: "ServerCard" });
/** An MCP Server Card. */
export type ServerCard = z.input<typeof ServerCard>;

export const serverCardOperation = defineOperation({
  id: "getServerCard",
  isPublic: true,
  signIn: "open",
  method: "GET",
  path: "/mcp/{domain}/server-card",
  summary: "Read the MCP server's card",
  description:
    "Describes the site's MCP server: address, protocol revisions and needed headers. `/.well-known/ai-catalog.json` lists the cards of public projects. Where people can sign in, the card needs no key, either.",
  auth: "assistant",
  websites: "any",
  scope: "read",
  limits: ["ip-day"],
  idempotency: null,
  params: DomainParams,
  query: z.object({}),
  body: z.object({}),
  response: ServerCard,
  produces: "json",
  mediaType: SERVER_CARD_TYPE,
  example: {
    response: {
      $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
      name: "com.example.docsteward/acme-docs",
      title: "Acme documentation",
      description: "Search and read this documentation, and ask questions about it.",
      version: "0.1.0",
      remotes: [
        {
          type: "streamable-http",
          url: "https://docsteward.example.com/mcp/acme-docs",
          supportedProtocolVersions: ["2026-07-28", "2025-11-25"],
        },
      ],
    },
  },
});

export const adminMcpOperation = defineOperation({
  id: "callAdminMcp",
  signIn: "token",
  method: "POST",
  path: "/mcp/admin/{projectId}",
  summary: "Model Context Protocol server of a project's team",
  description:
    "Lets your team's own agents work with jobs, pull requests, gaps and the index of a project. Streamable HTTP without sessions. A key with the `read` scope sees only the tools that read. Tools that start work need `write`, and count against the limits of the operations that do the same. Where the project lets members sign in (OAuth), an access token takes the place of the key and has the rights of its person's role.",
  auth: "admin",
  scope: "read",
  limits: [],
  idempotency: null,
  params: ProjectParams,
  query: z.object({}),
  body: McpMessage,
  response: McpMessage,
  produces: "mcp",
  example: {
    body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_jobs", arguments: { limit: 1 } } },
    response: { jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text: "No jobs." }] } },
  },
});

export const MCP_OPERATIONS = [mcpOperation, serverCardOperation, adminMcpOperation] as const;
