import { GetPageBody, PageContent, SearchBody, SearchResult } from "@docsteward/contract/site-search";
import type { ProjectContext } from "@docsteward/services/context";
import { getSitePage, searchSite } from "@docsteward/services/site/read";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import manifest from "../../package.json";
import { toAppError } from "./http/problem.ts";
import { apiHeaders } from "./http/response-headers.ts";
import { log } from "./log.ts";

type McpCall = { body: unknown; request: Request; requestId: string };

/** Answers one message of the Model Context Protocol, of its newest version and of the ones before. Nothing is kept between two. */
export async function answerMcp(ctx: ProjectContext, { body, request, requestId }: McpCall): Promise<Response> {
  const handler = createMcpHandler(() => createMcpServer(ctx, { version: manifest.version }), {
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

const READS_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

/** The tools of one documentation site, for one caller. */
function createMcpServer(ctx: ProjectContext, { version }: { version: string }): McpServer {
  const { name, domain } = ctx.project;
  const server = new McpServer(
    { name: `docsteward-${domain}`, title: `${name} documentation`, version },
    { instructions: `Search the documentation of ${name}, then read the relevant pages. Cite their URLs.` },
  );
  server.registerTool(
    "search",
    {
      title: "Search the documentation",
      description: "Finds the pages that answer a question. Returns the best page first, each with its best passage.",
      inputSchema: SearchBody,
      outputSchema: z.object({ results: z.array(SearchResult) }),
      annotations: READS_ONLY,
    },
    (input) =>
      toToolResult(async () => {
        const results = await searchSite(ctx, input);
        return { text: results.map(toText).join("\n\n---\n\n") || "No matching pages.", structured: { results } };
      }),
  );
  server.registerTool(
    "get_page",
    {
      title: "Read a page of the documentation",
      description: "Returns a page as Markdown.",
      inputSchema: GetPageBody,
      outputSchema: PageContent,
      annotations: READS_ONLY,
    },
    (input) =>
      toToolResult(async () => {
        const page = await getSitePage(ctx, input);
        return { text: page.content, structured: page };
      }),
  );
  return server;
}

function toText({ content, metadata: { title, heading, url } }: SearchResult): string {
  const name = heading === null || heading === title ? title : `${title} › ${heading}`;
  return `[${name}](${url})\n\n${content}`;
}

type Answer = { text: string; structured: Record<string, unknown> };

/** What a verb refuses is an answer of the tool, which a model can read. Anything else is a failure. */
async function toToolResult(answer: () => Promise<Answer>) {
  try {
    const { text, structured } = await answer();
    return { content: [{ type: "text" as const, text }], structuredContent: structured };
  } catch (error) {
    const known = toAppError(error);
    if (known === null) throw error;
    return { content: [{ type: "text" as const, text: known.message }], isError: true };
  }
}
