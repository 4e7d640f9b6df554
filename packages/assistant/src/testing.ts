import { readSite } from "@docsteward/docs/read-site";
import { readerOf } from "@docsteward/docs/testing";
import type { IndexedPage } from "./page/indexed-page.ts";
import { readIndexedPage } from "./page/read-indexed-page.ts";
import { createRetriever } from "./retriever/create-retriever.ts";
import type { Retriever, SearchQuery } from "./retriever/retriever.ts";

/** The pages of a site in memory as the index has them, for tests: texts by path. */
export async function readIndexedSite(files: Record<string, string>): Promise<IndexedPage[]> {
  const site = await readSite(readerOf(files));
  return [...site.pages.keys()].flatMap((path) => readIndexedPage(site, { path, text: files[path] ?? "" }) ?? []);
}

/** Makes a site in memory searchable, for tests: texts by path. */
export async function retrieverOf(files: Record<string, string>, earlier?: Retriever): Promise<Retriever> {
  return createRetriever(await readIndexedSite(files), { earlier });
}

/** The paths that a site finds, best first. */
export async function pathsFor(retriever: Retriever, text: string, more: Partial<SearchQuery> = {}): Promise<string[]> {
  const hits = await retriever.search({ text, limit: 10, ...more });
  return hits.map(({ page }) => page.path);
}
