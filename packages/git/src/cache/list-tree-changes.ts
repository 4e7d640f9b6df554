import { isBeside, isListed, type TreeEntry } from "./list-tree.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/**
 * Lists what makes the listing of one commit that of another: the same as {@link listTree} of both, at the price of what differs.
 *
 * @returns entry by path, null for one that is gone; null when the cache cannot tell, as when it has lost the first commit
 */
export async function listTreeChanges(
  cache: Pick<RepositoryCache, "git">,
  { from, to, docsPath }: { from: string; to: string; docsPath: string },
): Promise<Map<string, TreeEntry | null> | null> {
  const args = ["diff-tree", "-r", "-t", "-z", "--raw", "--no-renames", "--ignore-submodules=none", from, to];
  const { stdout, code } = await cache.git({ args, okCodes: [128], maxBytes: 512 * 1024 * 1024 });
  if (code !== 0) return null;
  const text = stdout.toString("utf8");
  // Names that are no UTF-8 may look the same, and one that is gone would take the other along.
  if (text.includes("\ufffd")) return null;
  const gone: [path: string, entry: null][] = [];
  const there: [path: string, entry: TreeEntry][] = [];
  const fields = text.split("\0");
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before = "", mode = "", , sha = ""] = (fields[at] ?? "").split(" ");
    const path = fields[at + 1] ?? "";
    const isGone = mode === NOTHING;
    const isFolder = (isGone ? before.slice(1) : mode) === "040000";
    if (isFolder ? !isBeside(path, docsPath) : !isListed(path, docsPath)) continue;
    if (isGone) gone.push([path, null]);
    else there.push([path, { mode, sha }]);
  }
  // A file that becomes a folder, or the other way round, is printed as one that is gone and one that is new, in any order.
  return new Map<string, TreeEntry | null>([...gone, ...there]);
}

const NOTHING = "000000";
