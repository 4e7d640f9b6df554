import { readRecords } from "../cache/read-records.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";

/** A folder of a commit, and how many Markdown files lie in it and below. */
export type MarkdownFolder = { path: string; pages: number };

const MAX_DEPTH = 3;
/** Of all files that are read, so few folders hold Markdown that all of them can be counted. */
const MAX_FOLDERS = 20_000;
const PAGE = /\.(?:mdx?|markdown)$/i;
/** Folders of tools and of other people's packages hold no documentation site. */
const FOREIGN = /^(?:\.|node_modules$|vendor$)/;

/**
 * The folders of a commit that hold Markdown files, the fullest first. Of folders that hold the same files, the deepest is given:
 * `website/docs`, not `website`. A commit with more files than the cache's bounds allow is read up to there.
 */
export async function listMarkdownFolders(
  cache: Pick<RepositoryCache, "git" | "bounds">,
  input: { commit: string; most: number },
): Promise<MarkdownFolder[]> {
  const counts = new Map<string, number>();
  await readRecords(cache, {
    args: ["ls-tree", "-r", "-z", "--name-only", "--full-tree", input.commit],
    maxRecords: cache.bounds.maxFiles,
    onRecord(path) {
      if (!PAGE.test(path)) return;
      const folders = path.split("/").slice(0, -1);
      if (folders.some((name) => FOREIGN.test(name))) return;
      for (let depth = 1; depth <= Math.min(folders.length, MAX_DEPTH); depth += 1) {
        const folder = folders.slice(0, depth).join("/");
        if (counts.has(folder) || counts.size < MAX_FOLDERS) counts.set(folder, (counts.get(folder) ?? 0) + 1);
      }
    },
  });
  const isSameAsChild = new Set(
    [...counts].flatMap(([path, pages]) => {
      const parent = path.slice(0, path.lastIndexOf("/"));
      return path.includes("/") && counts.get(parent) === pages ? [parent] : [];
    }),
  );
  return [...counts]
    .filter(([path]) => !isSameAsChild.has(path))
    .map(([path, pages]) => ({ path, pages }))
    .sort((a, b) => b.pages - a.pages || (a.path < b.path ? -1 : 1))
    .slice(0, input.most);
}
