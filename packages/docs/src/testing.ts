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
