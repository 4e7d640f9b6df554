import { findPage } from "@docsteward/assistant/page/page-address";
import type { SearchClickBody, SearchesQuery, SearchTermList } from "@docsteward/contract/analytics";
import { AppError } from "@docsteward/contract/error";
import type { ProjectContext } from "../context.ts";
import { formatCursor, parseCursor } from "../cursor.ts";
import { openSite } from "../site/read.ts";
import { daysOf } from "./period.ts";
import { countedQuery } from "./search-counter.ts";

type Row = { query: string; hits: number; clicks: number; topPage: string | null; lastSearchedAt: Date };

/**
 * A page of what was searched for, the most frequent first. The cursor names a place: terms that come to count between two
 * requests can move others over it.
 *
 * @throws AppError `invalid_request` for a changed cursor
 */
export async function listSearches(ctx: ProjectContext, query: SearchesQuery): Promise<SearchTermList> {
  await ctx.searches.flush();
  const { limit, cursor } = query;
  const offset = cursor === undefined ? 0 : Number(parseCursor(ctx, cursor).id);
  const { first, end } = daysOf(query);
  const projectId = ctx.project.id;
  const rows = await ctx.db.$queryRaw<Row[]>`
    WITH terms AS (
      SELECT query, sum(hits)::int AS hits, max("lastSearchedAt") AS "lastSearchedAt" FROM "SearchDay"
      WHERE "projectId" = ${projectId} AND day >= ${first}::date AND day < ${end}::date AND query <> ''
      GROUP BY query ORDER BY hits DESC, query OFFSET ${offset}::int LIMIT ${limit + 1}::int
    ), opened AS (
      SELECT query, path, sum(clicks)::int AS clicks FROM "SearchClickDay"
      WHERE "projectId" = ${projectId} AND day >= ${first}::date AND day < ${end}::date
        AND query IN (SELECT query FROM terms)
      GROUP BY query, path
    )
    SELECT terms.*, coalesce((SELECT sum(clicks) FROM opened WHERE opened.query = terms.query), 0)::int AS clicks,
      (SELECT path FROM opened WHERE opened.query = terms.query ORDER BY clicks DESC, path LIMIT 1) AS "topPage"
    FROM terms ORDER BY hits DESC, query`;
  const [total] = await ctx.db.$queryRaw<{ hits: number }[]>`
    SELECT coalesce(sum(hits), 0)::int AS hits FROM "SearchDay"
    WHERE "projectId" = ${projectId} AND day >= ${first}::date AND day < ${end}::date`;
  return {
    searches: rows.slice(0, limit).map(({ query, hits, clicks, topPage, lastSearchedAt }) => ({
      searchQuery: query,
      hits,
      ctr: Math.min(1, Math.round((clicks / hits) * 10_000) / 10_000),
      topClickedPage: topPage,
      lastSearchedAt: lastSearchedAt.toISOString(),
    })),
    totalSearches: total?.hits ?? 0,
    nextCursor: rows.length > limit ? formatCursor(ctx, { createdAt: new Date(0), id: String(offset + limit) }) : null,
  };
}

/**
 * Counts that a reader opened a result. Only searches that were counted on that day are: what a caller makes up fills no table.
 *
 * @throws AppError `not_found` for a page that the reader can't see
 */
export async function reportSearchClick(ctx: ProjectContext, input: SearchClickBody): Promise<{ path: string }> {
  const page = findPage((await openSite(ctx)).retriever, input.path, ctx.project.siteUrl);
  if (!page) throw new AppError("not_found", "Page not found. Send the `path` of a search result.");
  await ctx.searches.flush();
  const day = ctx.clock.now().toISOString().slice(0, 10);
  await ctx.db.$executeRaw`
    INSERT INTO "SearchClickDay" AS days ("projectId", day, query, path, clicks)
    SELECT "projectId", day, query, ${page.path.slice(0, 500)}, 1 FROM "SearchDay"
    WHERE "projectId" = ${ctx.project.id} AND day = ${day}::date AND query = ${countedQuery(input.query)} AND query <> ''
    ON CONFLICT ("projectId", day, query, path) DO UPDATE SET clicks = days.clicks + 1`;
  return { path: page.path };
}
