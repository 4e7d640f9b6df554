import type { PageContent, PageList } from "@docsteward/contract/site-search";
import { ListPagesBody } from "@docsteward/contract/site-search";
import { encodePath } from "@docsteward/platform/encode-path";
import type { ProjectContext } from "@docsteward/services/context";
import { getListedPage, listSitePages } from "@docsteward/services/site/read";
import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import { toAppError } from "./http/problem.ts";

const MARKDOWN = "text/markdown";

/** Offers the pages that the caller may read as resources: a template, a list in parts, and each page as Markdown. */
export function registerPages(server: McpServer, ctx: ProjectContext): void {
  const root = `docsteward://${ctx.project.domain}`;
  const template = new ResourceTemplate(`${root}{+path}`, { list: undefined });
  server.registerResource(
    "page",
    template,
    { title: "Page of the documentation", description: "A page as Markdown, by its path.", mimeType: MARKDOWN },
    async ({ href }) => {
      const { content } = await readPage(ctx, { uri: href, root });
      return { contents: [{ uri: href, mimeType: MARKDOWN, text: content }] };
    },
  );
  // The library lists all resources in one answer; a site may have thousands of pages.
  server.server.setRequestHandler("resources/list", async ({ params }) => {
    const { pages, nextCursor } = await listPages(ctx, params?.cursor);
    const resources = pages.map(({ path, title, description, updatedAt }) => ({
      uri: `${root}${encodePath(path)}`,
      name: path,
      title,
      mimeType: MARKDOWN,
      ...(description !== null && { description }),
      ...(updatedAt !== null && { annotations: { lastModified: updatedAt } }),
    }));
    return { resources, ...(nextCursor !== null && { nextCursor }) };
  });
}

async function listPages(ctx: ProjectContext, cursor: string | undefined): Promise<PageList> {
  try {
    return await listSitePages(ctx, ListPagesBody.parse({ cursor }));
  } catch (error) {
    throw toProtocolError(error);
  }
}

async function readPage(ctx: ProjectContext, { uri, root }: { uri: string; root: string }): Promise<PageContent> {
  const path = decodePath(uri.slice(root.length));
  if (path === null) throw new ResourceNotFoundError(uri);
  try {
    return await getListedPage(ctx, { path });
  } catch (error) {
    if (toAppError(error)?.code === "not_found") throw new ResourceNotFoundError(uri);
    throw toProtocolError(error);
  }
}

/** What a verb refuses, as the protocol says it; anything else is a failure. */
function toProtocolError(error: unknown): unknown {
  const known = toAppError(error);
  if (known === null) return error;
  const isInput = known.code === "invalid_request";
  return new ProtocolError(isInput ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, known.message);
}

/** @returns null for a path that is not encoded as a path is */
function decodePath(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
