import { findPage, pageUrl } from "@docsteward/assistant/page/page-address";
import { createPageFilter } from "@docsteward/assistant/retriever/page-filter";
import { restrictRetriever } from "@docsteward/assistant/retriever/restrict-retriever";
import { AppError } from "@docsteward/contract/error";
import type { GetPageBody, ListPagesBody, PageContent, PageList } from "@docsteward/contract/site-search";
import type { ProjectContext } from "../context.ts";
import { readerOf } from "../reader-access/reader.ts";
import type { OpenedSite } from "./cache.ts";

const RETRY_AFTER_SECONDS = 5;

/**
 * The project's pages that the caller may read, ready to be searched: the current version. A caller that holds it keeps that
 * version.
 *
 * @throws AppError `unavailable` while the project has no index yet
 */
export async function openSite(ctx: ProjectContext): Promise<OpenedSite> {
  const [site, reader] = await Promise.all([ctx.sites.open(ctx.project.id), readerOf(ctx)]);
  if (site) return reader === null ? site : { ...site, retriever: restrictRetriever(site.retriever, reader) };
  throw new AppError(
    "unavailable",
    `The pages of ${ctx.project.domain} aren't indexed yet. Try again in a few seconds.`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/**
 * Reads a page of the project as Markdown.
 *
 * @throws AppError `not_found`; `unavailable` while the project has no index yet
 */
export async function getSitePage(ctx: ProjectContext, input: GetPageBody): Promise<PageContent> {
  const { retriever, version } = await openSite(ctx);
  return readPage(ctx, { page: findPage(retriever, input.path, ctx.project.siteUrl), version, path: input.path });
}

/** A page with the site that it was found on. */
type FoundContent = PageContent & Pick<OpenedSite, "retriever"> & { title: string };

/**
 * Reads a page as Markdown with its title, by a path that may be written as a file's.
 *
 * @throws AppError `not_found`; `unavailable` while the project has no index yet
 */
export async function findSitePage(ctx: ProjectContext, { path }: { path: string }): Promise<FoundContent> {
  const { retriever, version } = await openSite(ctx);
  const stem = path.replace(/\.md$/, "");
  const page = retriever.pageAt(stem) ?? findPage(retriever, path, ctx.project.siteUrl);
  return { ...(await readPage(ctx, { page, version, path })), retriever, title: page?.title ?? "" };
}

/**
 * Reads the page at exactly this path, which `listSitePages` gave, as Markdown.
 *
 * @throws AppError `not_found`; `unavailable` while the project has no index yet
 */
export async function getListedPage(ctx: ProjectContext, { path }: { path: string }): Promise<PageContent> {
  const { retriever, version } = await openSite(ctx);
  // `findPage` reads a path as people write it: without what follows a `#`, and without the folder that the site is served from.
  return readPage(ctx, { page: [...retriever.pages()].find((page) => page.path === path), version, path });
}

type FoundPage = { page: { file: string; path: string } | null | undefined; version: number; path: string };

async function readPage(ctx: ProjectContext, { page, version, path }: FoundPage): Promise<PageContent> {
  const content = page && (await readMarkdown(ctx, page.file, version));
  if (page && typeof content === "string") return { path: page.path, content };
  throw new AppError(
    "not_found",
    `Page "${shorten(path)}" not found on ${ctx.project.domain}. Use search to find pages.`,
  );
}

async function readMarkdown({ db, project }: ProjectContext, file: string, version: number): Promise<string | null> {
  const row = await db.sitePage.findFirst({
    where: {
      projectId: project.id,
      file,
      sinceVersion: { lte: version },
      OR: [{ untilVersion: null }, { untilVersion: { gt: version } }],
    },
    select: { markdown: true },
  });
  return row?.markdown ?? null;
}

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/**
 * The path on the site of a page, from any spelling that a caller uses.
 *
 * @throws AppError `not_found`; `unavailable` while the project has no index yet
 */
export async function findSitePath(ctx: ProjectContext, input: { path: string }): Promise<string> {
  const page = findPage((await openSite(ctx)).retriever, input.path, ctx.project.siteUrl);
  if (page) return page.path;
  throw new AppError("not_found", `Page "${input.path}" not found on ${ctx.project.domain}.`);
}

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
