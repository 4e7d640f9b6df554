import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import type { Services } from "../context.ts";

/** A page that answers and that an embedder has not seen. */
export type PageWithoutVectors = { file: string; sinceVersion: number; page: IndexedPage };

/** Pages of the version that answers which lack the vectors of an embedder, and how many there are in all. */
export async function listPagesWithoutVectors(
  { db }: Services,
  { projectId, embedderId, limit }: { projectId: string; embedderId: string; limit: number },
): Promise<{ pages: PageWithoutVectors[]; total: number }> {
  const rows = await db.$queryRaw<(PageWithoutVectors & { total: bigint })[]>`
    WITH missing AS (
      SELECT page.file, page."sinceVersion" FROM "SiteIndex" site
      JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" <= site.version
        AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
      WHERE site."projectId" = ${projectId} AND NOT EXISTS (
        SELECT 1 FROM "SitePageVectors" kept WHERE kept."projectId" = page."projectId" AND kept.file = page.file
          AND kept."sinceVersion" = page."sinceVersion" AND kept."embedderId" = ${embedderId})
    )
    SELECT page.file, page."sinceVersion", page.page, (SELECT count(*) FROM missing) AS total
    FROM (SELECT * FROM missing ORDER BY file LIMIT ${limit}::int) first
    JOIN "SitePage" page ON page."projectId" = ${projectId} AND page.file = first.file
      AND page."sinceVersion" = first."sinceVersion"`;
  return {
    pages: rows.map(({ total: _, ...page }) => page),
    total: Number(rows[0]?.total ?? 0),
  };
}
