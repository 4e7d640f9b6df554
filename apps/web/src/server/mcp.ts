import { AnswerRating, RateAnswerBody } from "@docsteward/contract/assistant-message";
import { AppError } from "@docsteward/contract/error";
import {
  GetPageBody,
  ListPagesBody,
  PageContent,
  PageList,
  SearchBody,
  SearchResult,
} from "@docsteward/contract/site-search";
import type { ProjectContext } from "@docsteward/services/context";
import { getSitePage, listSitePages } from "@docsteward/services/site/read";
import { searchSite } from "@docsteward/services/site/search";
import { rateAnswer } from "@docsteward/services/thread/turn";
import { type CacheHint, createMcpHandler, McpServer, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import manifest from "../../package.json";
import { toAppError } from "./http/problem.ts";
import { acceptedLanguages } from "./http/request-headers.ts";
import { apiHeaders } from "./http/response-headers.ts";
import { log } from "./log.ts";
import { AskInput, AskOutput, askFromTool } from "./mcp-answer.ts";
import { registerPages } from "./mcp-pages.ts";

/** One message of the protocol, and the request that brought it. */
export type McpCall = { body: { id?: string | number; method?: string }; request: Request; requestId: string };

/** The version of the servers. */
export const MCP_VERSION = manifest.version;

/** Answers one message to the server of a documentation site. */
export function answerMcp(ctx: ProjectContext, call: McpCall): Promise<Response> {
  const languages = acceptedLanguages(call.request);
  return serveMcp(() => createMcpServer(ctx, { version: MCP_VERSION, languages }), call);
}

/** Answers one message of the Model Context Protocol, of its newest version and of the ones before. Nothing is kept between two. */
export async function serveMcp(
  createServer: () => McpServer,
  { body, request, requestId }: McpCall,
): Promise<Response> {
  if (body.method === "subscriptions/listen") return refuseSubscription(body, requestId);
  const handler = createMcpHandler(createServer, {
    onerror: (error) => log().info({ err: error, requestId }, "MCP message refused"),
  });
  const response = await handler.fetch(withAccept(request), { parsedBody: body });
  // How long a connection lives is between the caller and the server: this would keep one open that the caller asked to close.
  response.headers.delete("Connection");
  for (const [name, value] of Object.entries(apiHeaders(requestId))) response.headers.set(name, value);
  return response;
}

/** The server declares nothing that changes. The library would say that too many listen, and clients would try again. */
function refuseSubscription({ id }: McpCall["body"], requestId: string): Response {
  const error = { code: ProtocolErrorCode.MethodNotFound, message: "Method not found" };
  return Response.json({ jsonrpc: "2.0", id, error }, { status: 404, headers: apiHeaders(requestId) });
}

/** The protocol refuses who does not accept both its forms; a plain caller says nothing of either and can read both. */
function withAccept({ url, method, headers, signal }: Request): Request {
  const both = new Headers(headers);
  both.set("Accept", "application/json, text/event-stream");
  return new Request(url, { method, headers: both, signal });
}

const READS_ONLY = { readOnlyHint: true, openWorldHint: false } as const;
/** Asking is counted and kept in a thread; a rating replaces the one before. */
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;

const FIXED_MS = 3_600_000;
const PAGES_MS = 60_000;

/** The tools and pages of one documentation site, for one caller. */
function createMcpServer(
  ctx: ProjectContext,
  { version, languages }: { version: string; languages: string[] },
): McpServer {
  const { name, domain } = ctx.project;
  // What a visitor without any proof sees, everyone may see.
  const cacheScope = ctx.actor.kind === "visitor" && ctx.reader === null ? "public" : "private";
  const fixed: CacheHint = { ttlMs: FIXED_MS, cacheScope };
  const pages: CacheHint = { ttlMs: PAGES_MS, cacheScope };
  const server = new McpServer(
    { name: `docsteward-${domain}`, title: `${name} documentation`, version },
    {
      instructions: `Search the documentation of ${name}, then read the relevant pages. Cite their URLs.`,
      capabilities: { tools: { listChanged: false }, resources: { listChanged: false, subscribe: false } },
      cacheHints: {
        "server/discover": fixed,
        "tools/list": fixed,
        "resources/templates/list": fixed,
        "resources/list": pages,
        "resources/read": pages,
      },
    },
  );
  registerReadingTools(server, ctx);
  registerAnswerTools(server, ctx, languages);
  registerPages(server, ctx);
  return server;
}

function registerReadingTools(server: McpServer, ctx: ProjectContext): void {
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
  server.registerTool(
    "list_pages",
    {
      title: "List the pages of the documentation",
      description: "Lists pages by path, with title and description. Use search to find the answer to a question.",
      inputSchema: ListPagesBody,
      outputSchema: PageList,
      annotations: READS_ONLY,
    },
    (input) =>
      toToolResult(async () => {
        const list = await listSitePages(ctx, input);
        return { text: toLines(list), structured: list };
      }),
  );
}

function registerAnswerTools(server: McpServer, ctx: ProjectContext, languages: string[]): void {
  server.registerTool(
    "ask",
    {
      title: "Ask the documentation",
      description:
        "Answers a question from the documentation, with the cited pages. Takes longer than search. Needs an API key or a sign-in.",
      inputSchema: AskInput,
      outputSchema: AskOutput,
      annotations: WRITES,
    },
    (input, { mcpReq: { signal } }) =>
      toToolResult(async () => {
        requireKey(ctx, "Answers need an API key. Connect with a key, or use search and get_page instead.");
        return askFromTool(ctx, { ...input, languages, signal });
      }),
  );
  server.registerTool(
    "submit_feedback",
    {
      title: "Rate an answer",
      description:
        "Rates an answer of ask by its messageId. A new rating replaces the previous one. Needs an API key or a sign-in.",
      inputSchema: RateAnswerBody,
      outputSchema: AnswerRating,
      annotations: { ...WRITES, idempotentHint: true },
    },
    (input) =>
      toToolResult(async () => {
        requireKey(ctx, "Ratings need an API key. Connect with the key that you ask with.");
        const rating = await rateAnswer(ctx, input);
        return { text: "The rating is stored.", structured: rating };
      }),
  );
}

/** A visitor of a public project reads pages; what costs money or is stored needs a key or a sign-in. */
function requireKey({ actor }: ProjectContext, message: string): void {
  if (actor.kind === "visitor") throw new AppError("missing_key", message);
}

function toText({ content, metadata: { title, heading, url } }: SearchResult): string {
  const name = heading === null || heading === title ? title : `${title} › ${heading}`;
  return `[${name}](${url})\n\n${content}`;
}

function toLines({ pages, nextCursor }: PageList): string {
  if (pages.length === 0) return "No matching pages.";
  const lines = pages.map(({ title, url, description }) =>
    description === null ? `- [${title}](${url})` : `- [${title}](${url}): ${description}`,
  );
  return [...lines, ...(nextCursor === null ? [] : [`\nMore pages: cursor ${nextCursor}`])].join("\n");
}

/** What a tool answers: a text for models, and the same as data. */
export type ToolAnswer = { text: string; structured: Record<string, unknown> };

/** What a verb refuses is an answer of the tool, which a model can read. Anything else is a failure. */
export async function toToolResult(answer: () => Promise<ToolAnswer>) {
  try {
    const { text, structured } = await answer();
    return { content: [{ type: "text" as const, text }], structuredContent: structured };
  } catch (error) {
    const known = toAppError(error);
    if (known === null) throw error;
    return { content: [{ type: "text" as const, text: known.message }], isError: true };
  }
}
