import type { DocsReader } from "@docsteward/docs/docs-reader";
import { isDocsFile, refusePath } from "@docsteward/git/rules/path-rules";

type Files = {
  /** Every file, POSIX, relative to the root of what is checked. */
  paths: string[];
  /** The text of a file; null when it is none. */
  readText(path: string): Promise<string | null>;
};

/** Makes a reader of files: pages and navigation below the docs path are checked, all others are known by name. */
export function toReader({ paths, readText }: Files, docsPath: string): DocsReader {
  const all: ReadonlySet<string> = new Set(paths);
  const checked = paths.filter((path) => isDocsFile(path) && refusePath(path, { docsPath }) === null).sort();
  const readMany = async (wanted: string[]) => {
    const texts = await Promise.all(wanted.map((path) => (all.has(path) ? readText(path) : null)));
    return wanted.flatMap((path, index) => {
      const text = texts[index];
      return typeof text === "string" ? [{ path, text }] : [];
    });
  };
  return {
    paths: async () => checked,
    assets: async () => all,
    read: async (path) => (await readMany([path]))[0] ?? null,
    readMany,
  };
}
