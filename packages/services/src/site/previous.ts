import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import { createRetriever } from "@docsteward/assistant/retriever/create-retriever";
import { AppError } from "@docsteward/contract/error";
import type { SiteIndex } from "@docsteward/db/client";
import type { ProjectContext } from "../context.ts";
import type { OpenedSite } from "./cache.ts";
import { type LoadedVectors, loadVectors, readStoredSynonyms } from "./load.ts";

/** The version of a project's pages that answered before the current one. */
export type PreviousIndex = { commit: string; indexedAt: Date };

/** The version before the current one; null for the first, and from the beginning of the next run on, which removes its pages. */
export async function findPreviousIndex({ db, project }: ProjectContext): Promise<PreviousIndex | null> {
  const row = await db.siteIndex.findUnique({ where: { projectId: project.id } });
  if (!row || row.attempt !== row.version) return null;
  const { previousCommit: commit, previousIndexedAt: indexedAt } = row;
  return commit === null || indexedAt === null ? null : { commit, indexedAt };
}

type Row = Pick<SiteIndex, "synonyms"> & {
  file: string;
  sinceVersion: number;
  changedAt: Date | null;
  /** Null for a page that both versions have. */
  page: IndexedPage | null;
  words: Uint8Array | null;
};

/**
 * Makes the pages of the version before the current one searchable. Pages that both have are shared.
 *
 * @throws AppError `invalid_request` when its pages are no longer stored
 */
export async function openPreviousSite(ctx: ProjectContext): Promise<OpenedSite> {
  const { db, embedder, project } = ctx;
  const [current, previous] = await Promise.all([ctx.sites.open(project.id), findPreviousIndex(ctx)]);
  if (current === null || previous === null) throw gone();
  // The version is asked for again, so that no run begins between the check and the pages.
  const rows = await db.$queryRaw<Row[]>`
    SELECT site.synonyms, page.file, page."sinceVersion", page."changedAt",
      CASE WHEN page."untilVersion" IS NOT NULL THEN page.page END AS page,
      CASE WHEN page."untilVersion" IS NOT NULL THEN page.words END AS words
    FROM "SiteIndex" site
    JOIN "SitePage" page ON page."projectId" = site."projectId" AND page."sinceVersion" < site.version
    WHERE site."projectId" = ${project.id} AND site.version = ${current.version}::int AND site.attempt = site.version
    ORDER BY page.file COLLATE "C"`;
  const [first] = rows;
  if (first === undefined) throw gone();
  const pages = new Map<string, { sinceVersion: number; page: IndexedPage; changedAt: Date | null }>();
  const words = new Map<IndexedPage, Uint8Array>();
  for (const { file, sinceVersion, changedAt, page: replaced, words: packed } of rows) {
    const page = replaced ?? current.retriever.pageOfFile(file);
    if (page !== undefined) pages.set(file, { sinceVersion, page, changedAt });
    if (replaced !== null && packed !== null) words.set(replaced, packed);
  }
  const vectors: LoadedVectors = embedder
    ? await loadVectors(db, { projectId: project.id, embedderId: embedder.id, loaded: { pages } })
    : new Map();
  const retriever = await createRetriever(
    [...pages.values()].map(({ page }) => page),
    {
      earlier: current.retriever,
      words,
      meaning: embedder && vectors.size > 0 ? { embedder, vectors } : undefined,
      synonyms: readStoredSynonyms(first),
    },
  );
  const changedAt = (file: string) => pages.get(file)?.changedAt ?? null;
  return { ...previous, retriever, changedAt, version: current.version - 1 };
}

const gone = () =>
  new AppError(
    "invalid_request",
    "The previous version of the index is no longer stored: it is kept until the next index run starts. Compare the current one.",
  );
