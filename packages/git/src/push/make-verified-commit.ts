import { openBlobReader } from "../cache/blob-reader.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { MAX_READ_BYTES, readText } from "../files/file-text.ts";
import type { CommitSha, Source, VerifiedPush } from "../host.ts";
import { readTreeSha } from "./read-tree-sha.ts";

/**
 * Makes a commit of the cache again at the host, which signs it: the same files on the same parent, under another name.
 *
 * @returns the host's commit, which no branch holds yet
 */
export async function makeVerifiedCommit(
  cache: RepositoryCache,
  verified: VerifiedPush,
  { source, sha }: { source: Source; sha: CommitSha },
): Promise<CommitSha> {
  const [parent, message, files] = await Promise.all([
    read(cache, ["rev-parse", `${sha}^`]),
    read(cache, ["log", "-1", "--format=%B", sha]),
    readChangedFiles(cache, sha),
  ]);
  const parentTree = await readTreeSha(cache, parent);
  if (parentTree === null) throw new Error("The cache holds a commit without its parent.");
  return verified.commit({ source, parent, parentTree, message, files });
}

async function read(cache: RepositoryCache, args: string[]): Promise<string> {
  return (await cache.git({ args })).stdout.toString("utf8").trim();
}

/** Each changed file as it is now; null for one that is gone. */
async function readChangedFiles(cache: RepositoryCache, sha: CommitSha): Promise<Map<string, string | null>> {
  const { stdout } = await cache.git({ args: ["diff-tree", "-r", "-z", "--no-renames", `${sha}^`, sha] });
  const fields = stdout.toString("utf8").split("\0");
  const reader = openBlobReader(cache, { maxBytes: MAX_READ_BYTES });
  try {
    const files = new Map<string, string | null>();
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [, , , blob = "", status] = (fields[at] ?? "").split(" ");
      const path = fields[at + 1] ?? "";
      files.set(path, status === "D" ? null : await readText(reader, path, blob));
    }
    return files;
  } finally {
    reader.close();
  }
}
