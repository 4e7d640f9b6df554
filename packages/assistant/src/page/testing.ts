import { readSite } from "@docsteward/docs/read-site";
import { readerOf } from "@docsteward/docs/testing";
import type { IndexedPage } from "./indexed-page.ts";
import { readIndexedPage } from "./read-indexed-page.ts";

/** The pages of a site in memory as the index has them, for tests: texts by path. */
export async function readIndexedSite(files: Record<string, string>): Promise<IndexedPage[]> {
  const site = await readSite(readerOf(files));
  return [...site.pages.keys()].flatMap((path) => readIndexedPage(site, { path, text: files[path] ?? "" }) ?? []);
}
