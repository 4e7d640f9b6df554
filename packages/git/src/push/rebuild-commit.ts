import { openBlobReader } from "../cache/blob-store.ts";
import { jobRef, pinCommit } from "../cache/job-refs.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import { MAX_READ_BYTES, readText } from "../files/file-text.ts";
import type { CommitSha, Source, VerifiedPush } from "../host.ts";
import { mergeTrees } from "./merge-trees.ts";

/**
 * Puts a commit's change onto another commit, as a rebase would.
 *
 * @throws GitError `branch_moved` when both changed the same lines
 */
export async function rebuildCommit(
  cache: RepositoryCache,
  input: { jobId: string; branch: string; sha: CommitSha; onto: CommitSha; at: Date },
): Promise<CommitSha> {
  const { jobId, branch, sha, onto, at } = input;
  await pinCommit(cache, onto, jobRef(jobId, "branch"));
  const { tree, conflicts } = await mergeTrees(cache, { base: `${sha}^`, ours: onto, theirs: sha });
  if (conflicts.length > 0) {
    const paths = conflicts.slice(0, 5).join(", ");
    throw new GitError(
      "branch_moved",
      `Another push to ${branch} changed the same lines (${paths}). Send a message to continue on top of it.`,
    );
  }
  // An earlier push that was not noted, because its worker was lost, has brought the change already.
  if (tree === (await readTreeSha(cache, onto))) return onto;
  const message = await cache.git({ args: ["log", "-1", "--format=%B", sha] });
  const date = `@${Math.floor(at.getTime() / 1000)} +0000`;
  const { stdout } = await cache.git({
    args: ["commit-tree", tree, "-p", onto],
    stdin: message.stdout,
    env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
  const rebuilt = stdout.toString("latin1").trim();
  await cache.git({ args: ["update-ref", jobRef(jobId, "push"), rebuilt] });
  return rebuilt;
}

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

/** Current content of each changed file; null for a deleted one. */
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

/** All files of a commit, as one name; null when the cache has not got the commit. */
export async function readTreeSha(cache: RepositoryCache, commit: CommitSha): Promise<string | null> {
  const { stdout, code } = await cache.git({
    args: ["rev-parse", "--verify", "--quiet", `${commit}^{tree}`],
    okCodes: [1, 128],
  });
  return code === 0 ? stdout.toString("latin1").trim() : null;
}
