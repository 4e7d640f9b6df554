import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { jobRef, pinCommit, readHeads, releaseJobRefs } from "../cache/job-refs.ts";
import { openRepositoryCache, type RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";
import { mergeTrees } from "../push/merge-trees.ts";
import { pushBranch } from "../push/push-branch.ts";
import type { RepositoryBounds } from "../rules/repository-bounds.ts";
import { localAccess } from "./access.ts";
import { findRepository, readSmallFile } from "./git-dir.ts";
import { findMergeBase, type LocalRepository, openLocalRepository, readBranchHead } from "./local-repository.ts";

type MergeInput = {
  dataDir: string;
  repository: string;
  number: number;
  title: string;
  branch: string;
  baseRef: string;
  at: Date;
  bounds?: RepositoryBounds;
};

const MAX_TRIES = 5;

/**
 * Merges a branch into the base of its repository with a merge commit, without a working tree.
 *
 * @returns the merge commit, or the base's head when it holds the branch already; and the head that was merged
 * @throws GitError `push_refused` when the base is checked out (with the command to run there), or when both changed
 *   the same lines; `ref_not_found` when a branch is gone
 */
export async function mergeLocalBranch(input: MergeInput): Promise<{ mergeSha: CommitSha; headSha: CommitSha }> {
  const repository = await openLocalRepository(input.repository);
  const checkout = await findCheckoutObstacle(input);
  if (checkout !== null) throw new GitError("push_refused", checkout.message);
  using cache = await openRepositoryCache({
    dataDir: input.dataDir,
    repository: input.repository,
    access: async () => localAccess(input.repository),
    bounds: input.bounds,
  });
  try {
    return await merge(cache, repository, input);
  } finally {
    await releaseJobRefs(cache, holder(input));
  }
}

/** Why a merge would be refused now. `command` does it by hand where one command can. */
export type MergeObstacle = {
  kind: "checked_out" | "conflict" | "branch_gone" | "unrelated";
  message: string;
  command: string | null;
};

/**
 * Finds out what would keep `mergeLocalBranch` from merging, without changing the repository. While the base has not moved, only
 * names are read; after that the two sides are merged in the server's own copy.
 *
 * @returns null when nothing is in the way
 */
export async function findMergeObstacle(input: MergeInput): Promise<MergeObstacle | null> {
  const { baseRef, branch } = input;
  const repository = await openLocalRepository(input.repository);
  const checkout = await findCheckoutObstacle(input);
  if (checkout !== null) return checkout;
  const [base, head] = await Promise.all([
    readBranchHead(input.repository, baseRef),
    readBranchHead(input.repository, branch),
  ]);
  if (base === null || head === null) return goneObstacle(base === null ? baseRef : branch);
  const mergeBase = await findMergeBase(repository, base, head);
  if (mergeBase === null) return unrelatedObstacle(input);
  if (mergeBase === base || mergeBase === head) return null;
  using cache = await openRepositoryCache({
    dataDir: input.dataDir,
    repository: input.repository,
    access: async () => localAccess(input.repository),
    bounds: input.bounds,
  });
  try {
    await pinSides(cache, holder(input, "look"), { base, head, mergeBase });
    const { conflicts } = await mergeTrees(cache, { base: mergeBase, ours: base, theirs: head });
    return conflicts.length > 0 ? conflictObstacle(input, conflicts) : null;
  } finally {
    await releaseJobRefs(cache, holder(input, "look"));
  }
}

/** What is kept in the cache is named like a job's; a look does not release what a merge keeps. */
const holder = ({ number, branch }: MergeInput, purpose: "merge" | "look" = "merge") =>
  `${purpose}-${number}-${branch.replaceAll("/", "-")}`;

async function merge(cache: RepositoryCache, repository: LocalRepository, input: MergeInput) {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const [base, head] = await requireHeads(cache, input);
    const mergeBase = await findMergeBase(repository, base, head);
    if (mergeBase === null) throw new GitError("push_refused", unrelatedObstacle(input).message);
    if (mergeBase === head) return { mergeSha: base, headSha: head };
    const mergeSha = await writeMerge(cache, { ...input, base, head, mergeBase });
    const outcome = await pushBranch(cache, { branch: input.baseRef, sha: mergeSha, expected: base });
    if (outcome.kind === "pushed") return { mergeSha, headSha: head };
  }
  throw new GitError("branch_moved", `The branch ${input.baseRef} changed during the merge. Try again.`);
}

async function findCheckoutObstacle({ repository, baseRef, branch }: MergeInput): Promise<MergeObstacle | null> {
  const folder = await findCheckout(repository, baseRef);
  if (folder === null) return null;
  const command = `git -C ${/[^\w@%+=:,./-]/.test(folder) ? `'${folder.replaceAll("'", "'\\''")}'` : folder} merge ${branch}`;
  const message = `The branch ${baseRef} is checked out in ${folder}, so only you should change it. Run: ${command}`;
  return { kind: "checked_out", message, command };
}

const unrelatedObstacle = ({ baseRef, branch }: MergeInput): MergeObstacle => ({
  kind: "unrelated",
  message: `The history of ${baseRef} was rewritten and no longer shares commits with ${branch}. Start a new job.`,
  command: null,
});

const goneObstacle = (branch: string): MergeObstacle => ({
  kind: "branch_gone",
  message: `The branch ${branch} is no longer in the repository, so it cannot be merged.`,
  command: null,
});

function conflictObstacle({ baseRef, branch }: MergeInput, conflicts: readonly string[]): MergeObstacle {
  const paths = conflicts.slice(0, 5).join(", ");
  const message = `${baseRef} has changed the same lines since (${paths}). Merge ${baseRef} into ${branch} by hand. Or close the pull request and send its job a message: the job begins again from ${baseRef}.`;
  return { kind: "conflict", message, command: null };
}

async function requireHeads(cache: RepositoryCache, { baseRef, branch }: MergeInput): Promise<[CommitSha, CommitSha]> {
  const heads = await readHeads(cache, [baseRef, branch]);
  const [base, head] = [heads.get(baseRef), heads.get(branch)];
  const missing = base === undefined ? baseRef : branch;
  if (base === undefined || head === undefined) {
    throw new GitError("ref_not_found", goneObstacle(missing).message);
  }
  return [base, head];
}

type Sides = { base: CommitSha; head: CommitSha; mergeBase: CommitSha };

async function pinSides(cache: RepositoryCache, by: string, { base, head, mergeBase }: Sides): Promise<void> {
  await pinCommit(cache, base, jobRef(by, "base"));
  await pinCommit(cache, head, jobRef(by, "branch"));
  await pinCommit(cache, mergeBase, jobRef(by, "start"));
}

async function writeMerge(cache: RepositoryCache, input: MergeInput & Sides): Promise<CommitSha> {
  const { base, head, mergeBase, number, branch, title, at } = input;
  await pinSides(cache, holder(input), { base, head, mergeBase });
  const { tree, conflicts } = await mergeTrees(cache, { base: mergeBase, ours: base, theirs: head });
  if (conflicts.length > 0) throw new GitError("push_refused", conflictObstacle(input, conflicts).message);
  const date = `@${Math.floor(at.getTime() / 1000)} +0000`;
  const { stdout } = await cache.git({
    args: ["commit-tree", tree, "-p", base, "-p", head],
    stdin: `Merge pull request #${number} from ${branch}\n\n${title}\n`,
    env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
  return stdout.toString("latin1").trim();
}

const MAX_BYTES = 4_096;

/** The folder that has a branch checked out, the main working tree or a linked one; null without one. */
async function findCheckout(repository: string, branch: string): Promise<string | null> {
  const { path, gitDir, isBare } = await findRepository(repository);
  const isHead = async (folder: string) =>
    (await readSmallFile(join(folder, "HEAD"), MAX_BYTES))?.trimEnd() === `ref: refs/heads/${branch}`;
  if (!isBare && (await isHead(gitDir))) return path;
  const linked = join(gitDir, "worktrees");
  for (const name of await readdir(linked).catch((): string[] => [])) {
    if (!(await isHead(join(linked, name)))) continue;
    const file = await readSmallFile(join(linked, name, "gitdir"), MAX_BYTES);
    return file === null ? path : dirname(file.trimEnd());
  }
  return null;
}
