import { readHeads } from "../cache/job-refs.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import type { BranchMove, CommitSha, GitHost, Source } from "../host.ts";
import { type PushOutcome, pushBranch } from "./push-branch.ts";
import { makeVerifiedCommit } from "./rebuild-commit.ts";

type Host = Pick<GitHost, "verified">;

/**
 * Brings a commit into the form that its repository takes: where that wants verified commits, the host makes the same commit again
 * and signs it. Nothing is on the branch yet.
 */
export async function toPushedCommit(
  cache: RepositoryCache,
  { verified }: Host,
  { source, sha }: { source: Source; sha: CommitSha },
): Promise<CommitSha> {
  return verified?.isNeeded() ? makeVerifiedCommit(cache, verified, { source, sha }) : sha;
}

/** Sends a push as git does, or as the host does with a commit of its own. @returns `unverified` when it has to be the latter */
export async function pushToHost(
  cache: RepositoryCache,
  { verified }: Host,
  { source, branch, sha, expected, parent }: BranchMove,
): Promise<PushOutcome | { kind: "unverified" }> {
  if (verified?.isNeeded()) {
    if (await verified.moveBranch({ source, branch, sha, expected })) return { kind: "pushed" };
    const head = (await readHeads(cache, [branch])).get(branch) ?? null;
    return head === sha ? { kind: "pushed" } : { kind: "moved", head };
  }
  try {
    const below = parent === undefined ? undefined : { ref: source.ref, sha: parent };
    return await pushBranch(cache, { branch, sha, expected, below });
  } catch (error) {
    if (!(error instanceof GitError) || error.code !== "unverified_commit" || !verified) throw error;
    await verified.remember();
    return { kind: "unverified" };
  }
}
