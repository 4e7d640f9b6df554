import { holdCommit, jobRef } from "../cache/fetch-job.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";
import { mergeTrees } from "./merge-trees.ts";
import { readTreeSha } from "./read-tree-sha.ts";

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
  await holdCommit(cache, onto, jobRef(jobId, "branch"));
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
