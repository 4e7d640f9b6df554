import { pageUrl } from "@docsteward/assistant/page/page-url";
import { toSitePath } from "@docsteward/assistant/page/to-site-path";
import type { SearchBody, SearchResult } from "@docsteward/contract/site-search";
import type { ServiceContext } from "../context.ts";
import { openSite } from "./open.ts";

/**
 * Searches the project's pages, all of one version.
 *
 * @returns best first, one entry a page
 * @throws AppError `unavailable` while the project has no index yet
 */
export async function searchSite(ctx: ServiceContext, input: SearchBody): Promise<SearchResult[]> {
  const { query, pageSize, scoreThreshold = 0, filter, currentPath } = input;
  const nearPath = currentPath === undefined ? undefined : toSitePath(ctx.project.siteUrl, currentPath);
  const { retriever, commit, changedAt } = await openSite(ctx);
  const hits = await retriever.search({ text: query, limit: pageSize, filter, currentPath: nearPath });
  const best = hits[0]?.score ?? 1;
  return hits.flatMap(({ page, score, passages }) => {
    const chunk = passages[0]?.chunk;
    const share = best > 0 ? score / best : 1;
    if (chunk === undefined || share < scoreThreshold) return [];
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
