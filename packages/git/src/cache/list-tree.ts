import { isDocsFile } from "../rules/path-rules.ts";
import { type LeftOut, MAX_PATH_BYTES, refuseDepth, tooManyFiles } from "../rules/repository-bounds.ts";
import { readRecords, rememberWithin } from "./read-records.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/** What stands at a path of a tree: `100644` a file, `100755` an executable, `120000` a symbolic link, `160000` a submodule, `040000` a folder. */
export type TreeEntry = { mode: string; sha: string };

export type ListedTree = {
  entries: Map<string, TreeEntry>;
  /** Pages and navigation files that lie too deep, or whose path is too long: a hundred of them at most. */
  leftOut: LeftOut[];
};

/**
 * Lists the files of a commit below the docs path, and beside the folders that lead to it, where its navigation may be.
 *
 * @param docsPath `""` for the whole repository
 * @returns entry by path; folders are named only beside the docs path, files anywhere else are left out
 * @throws GitError `repository_too_large`, as soon as git has named more files and folders than the cache's bounds allow
 */
export async function listTree(
  cache: Pick<RepositoryCache, "git" | "bounds">,
  commit: string,
  docsPath: string,
): Promise<ListedTree> {
  const { bounds } = cache;
  // Folders are named, too, or a tree of nothing but folders would go on for ever and name nothing.
  const below = ["ls-tree", "-r", "-t", "-z", "--full-tree", commit, ...(docsPath ? ["--", `${docsPath}/`] : [])];
  const beside = docsPath ? foldersAbove(docsPath).map((folder) => listFolder(commit, folder)) : [];
  const leftOut: LeftOut[] = [];
  const outputs = await Promise.all(
    [...beside, below].map(async (args) => {
      const listed: [path: string, entry: TreeEntry][] = [];
      const onRecord = (record: string) => {
        const entry = parseEntry(record);
        if (entry === null || (args === below && entry[1].mode === FOLDER)) return;
        const reason = refuseDepth(entry[0]);
        if (reason === null) listed.push(entry);
        else if (leftOut.length < MAX_LEFT_OUT && isDocsFile(entry[0]))
          leftOut.push({ path: entry[0].slice(0, MAX_PATH_BYTES), reason });
      };
      const { isCut } = await readRecords(cache, { args, maxRecords: bounds.maxFiles, onRecord });
      if (isCut) throw tooManyFiles(bounds, docsPath);
      return listed;
    }),
  );
  if (docsPath === "") rememberWithin(commit, bounds);
  return { entries: new Map(outputs.flat()), leftOut };
}

/** So many say what is wrong. */
const MAX_LEFT_OUT = 100;
const FOLDER = "040000";

/** `mode type sha TAB path` */
function parseEntry(record: string): [path: string, entry: TreeEntry] | null {
  const tab = record.indexOf("\t");
  if (tab < 0) return null;
  const [mode = "", , sha = ""] = record.slice(0, tab).split(" ");
  return [record.slice(tab + 1), { mode, sha }];
}

/** Whether {@link listTree} would have listed a file at this path. */
export function isListed(path: string, docsPath: string): boolean {
  return docsPath === "" || path.startsWith(`${docsPath}/`) || isBeside(path, docsPath);
}

/** Whether a path is right in one of the folders that lead to the docs path: there {@link listTree} names folders, too. */
export function isBeside(path: string, docsPath: string): boolean {
  if (docsPath === "") return false;
  return foldersAbove(docsPath).includes(path.slice(0, Math.max(path.lastIndexOf("/"), 0)));
}

/** `a/b` lies in the root and in `a`. */
function foldersAbove(docsPath: string): string[] {
  const parts = docsPath.split("/");
  return parts.map((_, depth) => parts.slice(0, depth).join("/"));
}

const listFolder = (commit: string, folder: string) => [
  "ls-tree",
  "-z",
  "--full-tree",
  commit,
  ...(folder ? ["--", `${folder}/`] : []),
];
