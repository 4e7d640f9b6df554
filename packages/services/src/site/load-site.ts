import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import type { Database } from "@docsteward/db/client";

/** The pages of one version, by file. A page that is the same in the next version is the same object there. */
export type LoadedSite = {
  version: number;
  commit: string;
  indexedAt: Date;
  pages: ReadonlyMap<string, LoadedPage>;
};

type LoadedPage = { sinceVersion: number; page: IndexedPage; changedAt: Date | null };

type Row = {
  version: number;
  commit: string | null;
  indexedAt: Date | null;
  file: string | null;
  sinceVersion: number;
  changedAt: Date | null;
  page: IndexedPage | null;
};

/**
 * Reads the version of a site that answers now, in one statement, so that it is all of one version. Of pages that `earlier`
 * holds only the names are read.
 *
 * @returns null when no version answers yet
 */
export async function loadSite(db: Database, projectId: string, earlier?: LoadedSite): Promise<LoadedSite | null> {
  const held = earlier?.version ?? 0;
  const rows = await db.$queryRaw<Row[]>`
    SELECT site.version, site.commit, site."indexedAt", page.file, page."sinceVersion", page."changedAt",
      CASE WHEN page."sinceVersion" > ${held}::int THEN page.page END AS page
    FROM "SiteIndex" site
    LEFT JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" <= site.version
      AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
    WHERE site."projectId" = ${projectId} AND site.version > 0
    ORDER BY page.file COLLATE "C"`;
  const [site] = rows;
  if (!site || site.commit === null || site.indexedAt === null) return null;
  const pages = new Map<string, LoadedPage>();
  for (const { file, sinceVersion, changedAt, page: read } of rows) {
    const page = read ?? (file === null ? undefined : earlier?.pages.get(file)?.page);
    if (file !== null && page !== undefined) pages.set(file, { sinceVersion, page, changedAt });
  }
  return { version: site.version, commit: site.commit, indexedAt: site.indexedAt, pages };
}
