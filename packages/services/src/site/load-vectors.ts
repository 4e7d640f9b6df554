import type { IndexedPage } from "@docsteward/assistant/page/indexed-page";
import type { Database } from "@docsteward/db/client";
import type { LoadedSite } from "./load-site.ts";

/** Packed vectors of the passages of each page that has some. */
export type LoadedVectors = ReadonlyMap<IndexedPage, Uint8Array>;

/** Reads the vectors of one embedder for pages in memory. Those that `earlier` holds for the same pages are not read again. */
export async function loadVectors(
  db: Database,
  { projectId, embedderId, loaded }: { projectId: string; embedderId: string; loaded: LoadedSite },
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
