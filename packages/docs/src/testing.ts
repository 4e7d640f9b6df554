import { isNavigationFile, isPageFile } from "@docsteward/contract/docs-files";
import type { DocsReader } from "./docs-reader.ts";

/** A site in memory, for tests: texts by path. */
export function readerOf(files: Record<string, string>): DocsReader {
  const get = (path: string) => (Object.hasOwn(files, path) ? [{ path, text: files[path] ?? "" }] : []);
  return {
    paths: async () => Object.keys(files).sort(),
    read: async (path) => get(path)[0] ?? null,
    readMany: async (paths) => paths.flatMap(get),
  };
}

/** The same site with every file of the repository known by name, and pages and navigation alone to be checked. */
export function wholeReaderOf(files: Record<string, string>): DocsReader & Required<Pick<DocsReader, "assets">> {
  const paths = Object.keys(files)
    .filter((path) => isPageFile(path) || isNavigationFile(path))
    .sort();
  return { ...readerOf(files), paths: async () => paths, assets: async () => new Set(Object.keys(files)) };
}
