import { pageUrl } from "@docsteward/assistant/page/page-address";
import { createPageFilter } from "@docsteward/assistant/retriever/page-filter";
import { AppError } from "@docsteward/contract/error";
import type { ListPagesBody, PageList } from "@docsteward/contract/site-search";
import type { ProjectContext } from "../context.ts";
import { openSite } from "./read.ts";

/**
 * Lists the pages that the caller may read, in the order of their paths.
 *
 * The cursor is the path of the last listed page. A new version of the pages between two calls repeats none, and skips none that
 * both versions have.
 *
 * @throws AppError `invalid_request` for an invalid cursor; `unavailable` while the project has no index yet
 */
export async function listSitePages(ctx: ProjectContext, input: ListPagesBody): Promise<PageList> {
  const { limit, cursor, ...filter } = input;
  const after = cursor === undefined ? null : parsePathCursor(cursor);
  const { retriever, changedAt } = await openSite(ctx);
  const pages = [...retriever.pages()];
  const isWanted = createPageFilter(filter, pages);
  const rest = pages
    .filter((page) => (after === null || page.path > after) && isWanted(page))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const listed = rest.slice(0, limit);
  const last = listed.at(-1);
  return {
    pages: listed.map(({ file, path, title, description, version, language }) => ({
      path,
      url: pageUrl(ctx.project.siteUrl, { path, anchor: null }),
      title,
      description,
      version,
      language,
      updatedAt: changedAt(file)?.toISOString() ?? null,
    })),
    nextCursor: last !== undefined && rest.length > limit ? formatPathCursor(last.path) : null,
  };
}

// Not signed: a cursor is only a position, and what the caller may read is decided for each call.
const formatPathCursor = (path: string) => Buffer.from(path).toString("base64url");

function parsePathCursor(cursor: string): string {
  const path = Buffer.from(cursor, "base64url").toString();
  if (path.startsWith("/") && formatPathCursor(path) === cursor) return path;
  const message = "The cursor is invalid. Send `nextCursor` of the previous list unchanged.";
  throw new AppError("invalid_request", message, { details: [{ path: "cursor", message }] });
}
