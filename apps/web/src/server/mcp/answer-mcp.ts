import type { ServiceContext } from "@docsteward/services/context";
import { createMcpHandler } from "@modelcontextprotocol/server";
import manifest from "../../../package.json" with { type: "json" };
import { apiHeaders } from "../http/api-headers.ts";
import { log } from "../log.ts";
import { makeMcpServer } from "./make-mcp-server.ts";

export type McpCall = { body: unknown; request: Request; requestId: string };

/** Answers one message of the Model Context Protocol, of its newest version and of the ones before. Nothing is kept between two. */
export async function answerMcp(ctx: ServiceContext, { body, request, requestId }: McpCall): Promise<Response> {
  const handler = createMcpHandler(() => makeMcpServer(ctx, { version: manifest.version }), {
    // There is nothing to subscribe to: the tools of a site never change.
    maxSubscriptions: 0,
    onerror: (error) => log().info({ err: error, requestId }, "MCP message refused"),
  });
  const response = await handler.fetch(withAccept(request), { parsedBody: body });
  // How long a connection lives is between the caller and the server: this would keep one open that the caller asked to close.
  response.headers.delete("Connection");
  for (const [name, value] of Object.entries(apiHeaders(requestId))) response.headers.set(name, value);
  return response;
}

/** The protocol refuses who does not accept both its forms; a plain caller says nothing of either and can read both. */
function withAccept({ url, method, headers, signal }: Request): Request {
  const both = new Headers(headers);
  both.set("Accept", "application/json, text/event-stream");
  return new Request(url, { method, headers: both, signal });
}
