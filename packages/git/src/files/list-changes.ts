import type { RepositoryCache } from "../cache/repository-cache.ts";
import { type FileDiff, parseDiff } from "./parse-diff.ts";

/** A change with the file's mode behind it: `000000` when it is gone. */
export type TreeChange = FileDiff;

const MAX_BYTES = 20 * 1024 * 1024;

type ListChangesOptions = {
  /** Stops git after so many bytes, and marks the files whose patches it had not printed; without it, more than 20 MB is an error. */
  cutAtBytes?: number;
  timeoutMs?: number;
};

/**
 * The difference of two trees or commits, a file each, by path. Moves are found.
 *
 * @throws GitError `limit_reached` when it is larger than 20 MB and nothing says where to cut it
 */
export async function listChanges(
  cache: Pick<RepositoryCache, "git">,
  from: string,
  to: string,
  { cutAtBytes, timeoutMs }: ListChangesOptions = {},
): Promise<TreeChange[]> {
  if (from === to) return [];
  const { stdout, isCut } = await cache.git({
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
    maxBytes: cutAtBytes ?? MAX_BYTES,
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(cutAtBytes !== undefined && { overflow: "cut" }),
  });
  return parseDiff(stdout.toString("utf8"), { isCut }).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
