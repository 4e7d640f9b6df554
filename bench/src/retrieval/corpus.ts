import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { IndexedPage } from "../../../packages/assistant/src/page/indexed-page.ts";
import { readIndexedPage } from "../../../packages/assistant/src/page/read-indexed-page.ts";
import type { DocsReader } from "../../../packages/docs/src/docs-reader.ts";
import { readSite } from "../../../packages/docs/src/read-site.ts";

/** A page as the data folder has it: Markdown or MDX without its front matter. */
export type CorpusPage = { path: string; title: string; description: string; headings: string[]; body: string };

/** A question with the pages that answer it; `exclude` holds pages it was taken from, which do not count. */
export type CorpusQuery = {
  id: string;
  kind: string;
  query: string;
  relevant: string[];
  exclude?: string[];
  currentPath?: string;
};

export type Corpus = { name: string; folder: string; queries: CorpusQuery[] };

/** Finds the corpora of a data folder: `NAME/pages.jsonl` with `NAME/queries.jsonl` beside it, a JSON object a line. */
export async function openCorpora(dataDir: string): Promise<Corpus[]> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const corpora = names.sort().map(async (name) => {
    const folder = join(dataDir, name);
    const queries = await readLines<CorpusQuery>(join(folder, "queries.jsonl")).catch(() => []);
    return { name, folder, queries };
  });
  return (await Promise.all(corpora)).filter(({ queries }) => queries.length > 0);
}

export function readPages(folder: string): Promise<CorpusPage[]> {
  return readLines(join(folder, "pages.jsonl"));
}

async function readLines<T>(path: string): Promise<T[]> {
  const text = await readFile(path, "utf8");
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as T]));
}

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
