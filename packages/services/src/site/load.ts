import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import type { SiteIndex, Transaction } from "@docsteward/db/client";
import { z } from "zod";

/** The pages of one version, by file. A page that is the same in the next version is the same object there. */
export type LoadedSite = {
  version: number;
  commit: string;
  indexedAt: Date;
  synonyms: string[][];
  pages: ReadonlyMap<string, LoadedPage>;
};

type LoadedPage = { sinceVersion: number; page: IndexedPage; changedAt: Date | null };

type Row = {
  version: number;
  commit: string | null;
  indexedAt: Date | null;
  synonyms: SiteIndex["synonyms"];
  file: string | null;
  sinceVersion: number;
  changedAt: Date | null;
  page: IndexedPage | null;
  words: Uint8Array | null;
};

/** The packed words of pages that were read just now. */
export type LoadedWords = ReadonlyMap<IndexedPage, Uint8Array>;

/**
 * Reads the version of a site that answers now, in one statement, so that it is all of one version. Of pages that `earlier`
 * holds only the names are read.
 *
 * @returns null when no version answers yet
 */
export async function loadSite(
  db: Transaction,
  projectId: string,
  earlier?: LoadedSite,
): Promise<{ loaded: LoadedSite; words: LoadedWords } | null> {
  const held = earlier?.version ?? 0;
  const rows = await db.$queryRaw<Row[]>`
    SELECT site.version, site.commit, site."indexedAt", site.synonyms, page.file, page."sinceVersion", page."changedAt",
      CASE WHEN page."sinceVersion" > ${held}::int THEN page.page END AS page,
      CASE WHEN page."sinceVersion" > ${held}::int THEN page.words END AS words
    FROM "SiteIndex" site
    LEFT JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" <= site.version
      AND (page."untilVersion" IS NULL OR page."untilVersion" > site.version)
    WHERE site."projectId" = ${projectId} AND site.version > 0
    ORDER BY page.file COLLATE "C"`;
  const [site] = rows;
  if (!site || site.commit === null || site.indexedAt === null) return null;
  const pages = new Map<string, LoadedPage>();
  const words = new Map<IndexedPage, Uint8Array>();
  for (const { file, sinceVersion, changedAt, page: read, words: packed } of rows) {
    const page = read ?? (file === null ? undefined : earlier?.pages.get(file)?.page);
    if (file !== null && page !== undefined) pages.set(file, { sinceVersion, page, changedAt });
    if (read !== null && packed !== null) words.set(read, packed);
  }
  const { version, commit, indexedAt } = site;
  return { loaded: { version, commit, indexedAt, synonyms: readStoredSynonyms(site), pages }, words };
}

/** The pages of one version, also of one that does not answer yet: a run's, by its attempt. */
export async function loadVersion(
  db: Transaction,
  projectId: string,
  version: number,
): Promise<Pick<LoadedSite, "pages">> {
  const rows = await db.$queryRaw<{ file: string; sinceVersion: number; changedAt: Date | null; page: IndexedPage }[]>`
    SELECT file, "sinceVersion", "changedAt", page FROM "SitePage"
    WHERE "projectId" = ${projectId} AND "sinceVersion" <= ${version}::int
      AND ("untilVersion" IS NULL OR "untilVersion" > ${version}::int)
    ORDER BY file COLLATE "C"`;
  return { pages: new Map(rows.map(({ file, ...entry }) => [file, entry])) };
}

const Synonyms = z.array(z.array(z.string()));

/** The synonyms of the version that answers. */
export function readStoredSynonyms({ synonyms }: Pick<SiteIndex, "synonyms">): string[][] {
  return Synonyms.parse(synonyms);
}

/** Packed vectors of the passages of each page that has some. */
export type LoadedVectors = ReadonlyMap<IndexedPage, Uint8Array>;

/** Reads the vectors of one embedder for pages in memory. Those that `earlier` holds for the same pages are not read again. */
export async function loadVectors(
  db: Transaction,
  { projectId, embedderId, loaded }: { projectId: string; embedderId: string; loaded: Pick<LoadedSite, "pages"> },
  earlier?: LoadedVectors,
): Promise<LoadedVectors> {
  const vectors = new Map<IndexedPage, Uint8Array>();
  const missing: string[] = [];
  for (const [file, { page }] of loaded.pages) {
    const held = earlier?.get(page);
    if (held) vectors.set(page, held);
    else missing.push(file);
  }
  if (missing.length === 0) return vectors;
  const rows = await db.$queryRaw<{ file: string; sinceVersion: number; vectors: Uint8Array }[]>`
    SELECT file, "sinceVersion", vectors FROM "SitePageVectors"
    WHERE "projectId" = ${projectId} AND "embedderId" = ${embedderId} AND file = ANY(${missing}::text[])`;
  for (const { file, sinceVersion, vectors: bytes } of rows) {
    const entry = loaded.pages.get(file);
    if (entry?.sinceVersion === sinceVersion) vectors.set(entry.page, bytes);
  }
  return vectors;
}
