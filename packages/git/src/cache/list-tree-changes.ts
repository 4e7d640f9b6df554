import { refuseDepth } from "../rules/repository-bounds.ts";
import { isBeside, isListed, type TreeEntry } from "./list-tree.ts";
import { readRecords } from "./read-records.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/**
 * Lists what makes the listing of one commit that of another: the same as {@link listTree} of both, at the price of what differs.
 *
 * @returns entry by path, null for one that is gone; null when the cache cannot tell, as when it has lost the first commit, or
 *   when as much differs as makes a listing of its own
 */
export async function listTreeChanges(
  cache: Pick<RepositoryCache, "git" | "bounds">,
  { from, to, docsPath }: { from: string; to: string; docsPath: string },
): Promise<Map<string, TreeEntry | null> | null> {
  const args = ["diff-tree", "-r", "-t", "-z", "--raw", "--no-renames", "--ignore-submodules=none", from, to];
  const fields: string[] = [];
  let isUnclear = false;
  const { code, isCut } = await readRecords(cache, {
    args,
    okCodes: [128],
    // A record and a path each.
    maxRecords: cache.bounds.maxFiles * 2,
    onRecord(field) {
      // Names that are no UTF-8 may look the same, and one that is gone would take the other along.
      isUnclear ||= field.includes("\ufffd");
      fields.push(field);
    },
  });
  if (code !== 0 || isCut || isUnclear) return null;
  const gone: [path: string, entry: null][] = [];
  const there: [path: string, entry: TreeEntry][] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [before = "", mode = "", , sha = ""] = (fields[at] ?? "").split(" ");
    const path = fields[at + 1] ?? "";
    const isGone = mode === NOTHING;
    const isFolder = (isGone ? before.slice(1) : mode) === "040000";
    if (isFolder ? !isBeside(path, docsPath) : !isListed(path, docsPath)) continue;
    // One that is too deep is left out and named: the whole listing does both.
    if (refuseDepth(path) !== null) return null;
    if (isGone) gone.push([path, null]);
    else there.push([path, { mode, sha }]);
  }
  // A file that becomes a folder, or the other way round, is printed as one that is gone and one that is new, in any order.
  return new Map<string, TreeEntry | null>([...gone, ...there]);
}

const NOTHING = "000000";
