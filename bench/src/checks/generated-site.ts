import { isNavigationFile, isPageFile } from "../../../packages/contract/src/docs-files.ts";
import type { DocsReader } from "../../../packages/docs/src/docs-reader.ts";
import { type SiteShape, siteFiles } from "../repository/site-files.ts";

/** Nothing caches its texts: each run reads them again. */
type Reader = Required<Omit<DocsReader, "identify">>;

export type GeneratedSite = { reader: Reader; pages: { path: string; text: string }[] };

/** A generated site in memory: the one that the other benchmarks write into a repository. */
export function generateSite(shape: SiteShape): GeneratedSite {
  const decoder = new TextDecoder();
  const texts = new Map<string, string>();
  const all = new Set<string>();
  for (const { path, bytes } of siteFiles(shape)) {
    all.add(path);
    if (isPageFile(path) || isNavigationFile(path)) texts.set(path, decoder.decode(bytes));
  }
  const pages = [...texts].filter(([path]) => isPageFile(path)).map(([path, text]) => ({ path, text }));
  return { reader: readerOf(texts, all), pages };
}

/** The same files with another text in one, or with one more. */
export function withText(reader: DocsReader, path: string, text: string): DocsReader {
  const readMany = async (paths: string[]) => {
    const files = await reader.readMany(paths.filter((wanted) => wanted !== path));
    return paths.includes(path) ? [...files, { path, text }] : files;
  };
  return { ...reader, readMany, read: async (wanted) => (await readMany([wanted]))[0] ?? null };
}

function readerOf(texts: ReadonlyMap<string, string>, all: ReadonlySet<string>): Reader {
  const readMany = async (paths: string[]) =>
    paths.flatMap((path) => {
      const text = texts.get(path);
      return text === undefined ? [] : [{ path, text }];
    });
  return {
    paths: async () => [...texts.keys()],
    assets: async () => all,
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
}
