import { fetchHistory, readHeads } from "../cache/fetch-job.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";
import { toPushRefusal } from "./to-push-refusal.ts";

export type PushOutcome = { kind: "pushed" } | { kind: "moved"; head: CommitSha | null };

type PushInput = {
  branch: string;
  sha: CommitSha;
  /** The branch's head as it was last seen; null when it must not exist yet. */
  expected: CommitSha | null;
};

/**
 * Pushes a commit to a branch, if the branch still stands where it was left.
 *
 * @returns `moved` with the head that is there now, when somebody else pushed; a commit that is there already counts as pushed
 * @throws GitError `push_refused` when the other end takes no push to this branch
 */
export async function pushBranch(cache: RepositoryCache, input: PushInput): Promise<PushOutcome> {
  const { branch, sha, expected } = input;
  let refused = await tryPush(cache, input);
  if (refused && saidOf(refused).includes("shallow update not allowed")) {
    // The base was rewritten: the other end reaches the job's first commit no more, and wants to know what lies below it.
    await fetchHistory(cache, sha);
    refused = await tryPush(cache, input);
  }
  if (refused === null) return { kind: "pushed" };
  const head = (await readHeads(cache, [branch])).get(branch) ?? null;
  if (head === sha) return { kind: "pushed" };
  if (head !== expected) return { kind: "moved", head };
  if (!saidOf(refused).includes("failed to push some refs")) throw refused;
  throw toPushRefusal(branch, saidOf(refused), refused);
}

/** @returns why it was not pushed, or null. @throws GitError when the repository could not be asked */
async function tryPush(cache: RepositoryCache, { branch, sha, expected }: PushInput): Promise<GitError | null> {
  const ref = `refs/heads/${branch}`;
  const lease = `--force-with-lease=${ref}:${expected ?? ""}`;
  try {
    const args = ["push", "--quiet", "--no-verify", lease, "origin", `${sha}:${ref}`];
    await cache.remoteGit({ args, timeoutMs: 120_000 });
    return null;
  } catch (error) {
    if (!(error instanceof GitError) || error.code === "unavailable" || error.code === "timed_out") throw error;
    return error;
  }
}

const saidOf = ({ cause }: GitError): string => (cause instanceof Error ? cause.message : "");
