import type { RepositoryCache } from "../cache/repository-cache.ts";
import { type FileDiff, parseDiff } from "./parse-diff.ts";

/** A change with the file's mode behind it: `000000` when it is gone. */
export type TreeChange = FileDiff;

const MAX_BYTES = 20 * 1024 * 1024;

/**
 * The difference of two trees or commits, a file each, by path. Moves are found.
 *
 * @throws GitError `limit_reached` when it is larger than 20 MB
 */
export async function listChanges(
  cache: Pick<RepositoryCache, "git">,
  from: string,
  to: string,
): Promise<TreeChange[]> {
  if (from === to) return [];
  const { stdout } = await cache.git({
    args: [
      "diff-tree",
      "-r",
      "-M",
      "-z",
      "--raw",
      "--numstat",
      "--patch",
      "--full-index",
      "--no-ext-diff",
      "--no-textconv",
      "--no-color",
      "--diff-algorithm=histogram",
      from,
      to,
    ],
    maxBytes: MAX_BYTES,
  });
  return parseDiff(stdout.toString("utf8")).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
