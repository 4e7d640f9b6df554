import type { RepositoryCache } from "./repository-cache.ts";

/** What stands at a path of a tree: `100644` a file, `100755` an executable, `120000` a symbolic link, `160000` a submodule, `040000` a folder. */
export type TreeEntry = { mode: string; sha: string };

/**
 * Lists the files of a commit below the docs path, and beside the folders that lead to it, where its navigation may be.
 *
 * @param docsPath `""` for the whole repository
 * @returns entry by path; folders are named only beside the docs path, files anywhere else are left out
 */
export async function listTree(
  cache: Pick<RepositoryCache, "git">,
  commit: string,
  docsPath: string,
): Promise<Map<string, TreeEntry>> {
  const below = ["ls-tree", "-r", "-z", "--full-tree", commit, ...(docsPath ? ["--", `${docsPath}/`] : [])];
  const beside = docsPath ? foldersAbove(docsPath).map((folder) => listFolder(commit, folder)) : [];
  const outputs = await Promise.all([...beside, below].map((args) => cache.git({ args, maxBytes: 512 * 1024 * 1024 })));
  const entries = new Map<string, TreeEntry>();
  for (const { stdout } of outputs) {
    for (const line of stdout.toString("utf8").split("\0")) {
      const tab = line.indexOf("\t");
      if (tab < 0) continue;
      const [mode = "", , sha = ""] = line.slice(0, tab).split(" ");
      entries.set(line.slice(tab + 1), { mode, sha });
    }
  }
  return entries;
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
