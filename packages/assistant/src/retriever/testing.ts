import { readIndexedSite } from "../page/testing.ts";
import { createRetriever } from "./create-retriever.ts";
import type { Retriever, SearchQuery } from "./retriever.ts";

/** Makes a site in memory searchable, for tests: texts by path. */
export async function retrieverOf(files: Record<string, string>, earlier?: Retriever): Promise<Retriever> {
  return createRetriever(await readIndexedSite(files), { earlier });
}

/** The paths that a site finds, best first. */
export async function pathsFor(retriever: Retriever, text: string, more: Partial<SearchQuery> = {}): Promise<string[]> {
  const hits = await retriever.search({ text, limit: 10, ...more });
  return hits.map(({ page }) => page.path);
}
