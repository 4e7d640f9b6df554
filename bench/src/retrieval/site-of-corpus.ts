import type { IndexedPage } from "../../../packages/assistant/src/page/indexed-page.ts";
import { readIndexedPage } from "../../../packages/assistant/src/page/read-indexed-page.ts";
import type { DocsReader } from "../../../packages/docs/src/docs-reader.ts";
import { readSite } from "../../../packages/docs/src/read-site.ts";
import type { CorpusPage } from "./corpus.ts";

/** Reads a corpus as the service reads a repository: front matter, site, navigation, links and all. */
export async function siteOfCorpus(pages: CorpusPage[]): Promise<IndexedPage[]> {
  const files = new Map(pages.map((page) => [page.path, { path: page.path, text: withFrontmatter(page) }]));
  const readMany = async (paths: string[]) => paths.flatMap((path) => files.get(path) ?? []);
  const reader: DocsReader = {
    paths: async () => [...files.keys()],
    read: async (path) => files.get(path) ?? null,
    readMany,
  };
  const site = await readSite(reader);
  return [...files.values()].flatMap((file) => readIndexedPage(site, file) ?? []);
}

function withFrontmatter({ title, description, body }: CorpusPage): string {
  const lines = [`title: ${JSON.stringify(title)}`];
  if (description) lines.push(`description: ${JSON.stringify(description)}`);
  return `---\n${lines.join("\n")}\n---\n${body}`;
}
