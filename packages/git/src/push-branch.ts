import { GitError } from "./error.ts";
import { readHeads } from "./fetch-job.ts";
import type { CommitSha } from "./host.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/** Whether the other end has spoken, and not git at this end. */
const isRefusal = ({ cause }: GitError) => cause instanceof Error && /failed to push some refs/.test(cause.message);

export type PushOutcome = { kind: "pushed" } | { kind: "moved"; head: CommitSha | null };

/**
 * Pushes a commit to a branch, if the branch still stands where it was left.
 *
 * @param expected the branch's head as it was last seen; null when it must not exist yet
 * @returns `moved` with the head that is there now, when somebody else pushed; a commit that is there already counts as pushed
 * @throws GitError `push_refused` when the other end takes no push to this branch
 */
export async function pushBranch(
  cache: RepositoryCache,
  input: { branch: string; sha: CommitSha; expected: CommitSha | null },
): Promise<PushOutcome> {
  const { branch, sha, expected } = input;
  const ref = `refs/heads/${branch}`;
  try {
    await cache.remoteGit({
      args: [
        "push",
        "--quiet",
        "--porcelain",
        "--no-verify",
        `--force-with-lease=${ref}:${expected ?? ""}`,
        "origin",
        `${sha}:${ref}`,
      ],
      timeoutMs: 120_000,
    });
    return { kind: "pushed" };
  } catch (error) {
    if (!(error instanceof GitError) || error.code === "unavailable" || error.code === "timed_out") throw error;
    const head = (await readHeads(cache, [branch])).get(branch) ?? null;
    if (head === sha) return { kind: "pushed" };
    if (head !== expected) return { kind: "moved", head };
    if (error.code !== "git_failed" || !isRefusal(error)) throw error;
    throw new GitError(
      "push_refused",
      `The repository refused the push to ${branch}. Check who may push there, and its hooks.`,
      { cause: error },
    );
  }
}
