import { fetchHistory, readHeads } from "../cache/job-refs.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError, type GitErrorCode } from "../error.ts";
import type { CommitSha } from "../host.ts";

/** Outcome of a push. `head` is null when the branch was deleted. */
export type PushOutcome = { kind: "pushed" } | { kind: "moved"; head: CommitSha | null };

type PushInput = {
  branch: string;
  sha: CommitSha;
  /** The branch's head as it was last seen; null when it must not exist yet. */
  expected: CommitSha | null;
  /** The commit below, and a branch that has it, unless it has moved since. */
  below?: { ref: string; sha: CommitSha };
};

/**
 * Pushes a commit to a branch, if the branch still stands where it was left.
 *
 * @returns `moved` with the current head, when another commit was pushed; a commit that the branch already has counts as pushed
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
async function tryPush(cache: RepositoryCache, input: PushInput): Promise<GitError | null> {
  const { branch, sha, expected } = input;
  const ref = `refs/heads/${branch}`;
  const lease = `--force-with-lease=${ref}:${expected ?? ""}`;
  try {
    const args = ["push", "--quiet", "--no-verify", lease, "origin", `${sha}:${ref}`];
    // A push begins with all branches of the other end: where one is the commit below, it needs to ask for nothing more.
    const config = (await isBelowThere(cache, input)) ? ["push.negotiate=false"] : [];
    await cache.remoteGit({ args, config, timeoutMs: 120_000 });
    return null;
  } catch (error) {
    if (!(error instanceof GitError) || error.code === "unavailable" || error.code === "timed_out") throw error;
    return error;
  }
}

async function isBelowThere(cache: RepositoryCache, { expected, below }: PushInput): Promise<boolean> {
  if (below === undefined) return false;
  // The push fails before anything is sent when the branch is no longer where it was left.
  if (below.sha === expected) return true;
  return (await cache.readLocalHeads([below.ref]))?.get(below.ref) === below.sha;
}

const saidOf = ({ cause }: GitError): string => (cause instanceof Error ? cause.message : "");

type Refusal = { pattern: RegExp; code: GitErrorCode; toMessage: (branch: string, found: RegExpMatchArray) => string };

/** What the other end prints when it takes no push. The first that matches names the reason. */
const REFUSALS: readonly Refusal[] = [
  {
    pattern: /currently checked out|refusing to update checked out branch/,
    code: "push_refused",
    toMessage: (branch) =>
      `The branch ${branch} is checked out in a working tree, so it can't be updated. Switch to another branch there and try again.`,
  },
  {
    pattern: /'refs\/heads\/([^']+)' exists; cannot create/,
    code: "push_refused",
    toMessage: (branch, [, other]) =>
      `The branch ${branch} can't exist together with ${other}. Rename or delete ${other}, then try again.`,
  },
  {
    pattern: /must have (?:a )?verified signatures?|unsigned commits?/i,
    code: "unverified_commit",
    toMessage: (branch) =>
      `The repository requires signed commits and refused the push to ${branch}. Allow Docsteward to push unsigned commits, or remove that rule.`,
  },
  {
    pattern: /protected branch|GH006|GH013|cannot (?:create|update) this protected ref|rule violations/i,
    code: "branch_protected",
    toMessage: (branch) =>
      `The branch ${branch} is protected. Allow Docsteward to push to it, or remove the protection.`,
  },
  {
    pattern: /repository was archived/i,
    code: "repository_archived",
    toMessage: () =>
      "The repository is archived and read-only. Unarchive it, or choose another repository for the project.",
  },
  {
    pattern: /Permission denied|insufficient permission|unable to create directory|Read-only file system/,
    code: "access_denied",
    toMessage: () => "The service can't write to the repository. Check its file permissions.",
  },
  {
    pattern: /\.lock': File exists/,
    code: "push_refused",
    toMessage: (branch) =>
      `The branch ${branch} is locked by another git process, or by a lock file that a crashed process left. Try again, and remove the lock file if it remains.`,
  },
  {
    pattern: /hook declined/,
    code: "push_refused",
    toMessage: (branch) => `A hook of the repository refused the push to ${branch}.`,
  },
];

/** Turns what the other end said about a push into a sentence. @param said what git printed, in the C locale */
function toPushRefusal(branch: string, said: string, cause: unknown): GitError {
  for (const { pattern, code, toMessage } of REFUSALS) {
    const found = said.match(pattern);
    if (found) return new GitError(code, toMessage(branch, found), { cause });
  }
  return new GitError(
    "push_refused",
    `The repository refused the push to ${branch}. Check its push permissions and hooks.`,
    { cause },
  );
}

/**
 * Takes a push back: puts a branch where it stood before, or removes it, if it still stands where it was pushed to.
 *
 * @param before null when the push made the branch
 */
export async function restoreBranch(
  cache: RepositoryCache,
  input: { branch: string; pushed: CommitSha; before: CommitSha | null },
): Promise<void> {
  const { branch, pushed, before } = input;
  const ref = `refs/heads/${branch}`;
  await cache.remoteGit({
    args: ["push", "--quiet", "--no-verify", `--force-with-lease=${ref}:${pushed}`, "origin", `${before ?? ""}:${ref}`],
    timeoutMs: 60_000,
  });
}
