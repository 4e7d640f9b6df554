import { pageUrl, toSitePath } from "@docsteward/assistant/page/page-address";
import { cutExcerpt } from "@docsteward/assistant/retriever/highlights";
import type { Hit } from "@docsteward/assistant/retriever/retriever";
import type {
  SearchPage,
  SearchPagesQuery,
  SuggestionList,
  SuggestPagesQuery,
} from "@docsteward/contract/reader-search";
import type { SearchBody, SearchResult } from "@docsteward/contract/site-search";
import type { ProjectContext } from "../context.ts";
import type { OpenedSite } from "./cache.ts";
import { openSite } from "./read.ts";

/**
 * Searches the project's pages, all of one version.
 *
 * @returns best first, one entry a page
 * @throws AppError `unavailable` while the project has no index yet
 */
export async function searchSite(ctx: ProjectContext, input: SearchBody): Promise<SearchResult[]> {
  const { query, pageSize, scoreThreshold = 0, filter, currentPath } = input;
  const site = await openSite(ctx);
  const near = { currentPath: nearPath(ctx, currentPath) };
  const hits = await site.retriever.search({ text: query, limit: pageSize, filter, ...near });
  noteSearch(ctx, query);
  return toResults(ctx, { site, hits }).filter(({ metadata }) => metadata.score >= scoreThreshold);
}

/**
 * Searches the project's pages for a search box.
 *
 * @throws AppError `unavailable` while the project has no index yet
 */
export async function searchPages(ctx: ProjectContext, input: SearchPagesQuery): Promise<SearchPage> {
  const { query: text, limit, section, currentPath, ...filter } = input;
  const site = await openSite(ctx);
  const { retriever } = site;
  const query = { text, limit, filter, section, currentPath: nearPath(ctx, currentPath) };
  const hits = await retriever.search(query);
  noteSearch(ctx, text);
  const highlight = retriever.highlighter(query);
  const results = toResults(ctx, { site, hits }).map(({ content, path, metadata }) => {
    const excerpt = cutExcerpt(content, highlight);
    const [title, heading] = [highlight(metadata.title), highlight(metadata.heading ?? "")];
    return { path, metadata, excerpt: excerpt.text, highlights: { title, heading, excerpt: excerpt.highlights } };
  });
  return { results, facets: retriever.facets(query) };
}

/**
 * Finds the pages and headings that a reader may mean while they type.
 *
 * @returns best first
 * @throws AppError `unavailable` while the project has no index yet
 */
export async function suggestPages(ctx: ProjectContext, input: SuggestPagesQuery): Promise<SuggestionList> {
  const { query: text, limit, currentPath, ...filter } = input;
  const { retriever } = await openSite(ctx);
  const found = await retriever.suggest({ text, limit, filter, currentPath: nearPath(ctx, currentPath) });
  const suggestions = found.map(({ page: { title, path }, heading, highlights }) => ({
    text: heading?.text ?? title,
    highlights,
    title,
    heading: heading?.text ?? null,
    path,
    url: pageUrl(ctx.project.siteUrl, { path, anchor: heading?.anchor ?? null }),
  }));
  return { suggestions };
}

function nearPath({ project }: ProjectContext, currentPath: string | undefined): string | undefined {
  return currentPath === undefined ? undefined : toSitePath(project.siteUrl, currentPath);
}

/** Searches of keys and of readers who signed in are counted, and what visitors of a public project type is not. */
function noteSearch(ctx: ProjectContext, query: string): void {
  if (ctx.actor.kind === "key" || ctx.actor.kind === "reader")
    ctx.searches.note(ctx.project.id, query, ctx.clock.now());
}

type Found = { site: Pick<OpenedSite, "commit" | "changedAt">; hits: readonly Hit[] };

function toResults(ctx: ProjectContext, { site: { commit, changedAt }, hits }: Found): SearchResult[] {
  const best = hits[0]?.score ?? 1;
  return hits.flatMap(({ page, score, passages }) => {
    const chunk = passages[0]?.chunk;
    if (chunk === undefined) return [];
    const share = best > 0 ? score / best : 1;
    const { file, path, title } = page;
    const metadata = {
      title,
      url: pageUrl(ctx.project.siteUrl, { path, anchor: chunk.anchor }),
      heading: chunk.headings.at(-1) ?? null,
      file,
      score: Math.round(share * 10_000) / 10_000,
      commit,
      updatedAt: changedAt(file)?.toISOString() ?? null,
    };
    return [{ content: chunk.text, path, metadata }];
  });
}
