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
import { findMergeBase, type LocalRepository, openLocalRepository } from "./local-repository.ts";

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
  await refuseCheckedOut(input);
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

/** What the merge keeps in the cache is named like a job's. */
const holder = ({ number, branch }: MergeInput) => `merge-${number}-${branch.replaceAll("/", "-")}`;

async function merge(cache: RepositoryCache, repository: LocalRepository, input: MergeInput) {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const [base, head] = await requireHeads(cache, input);
    const mergeBase = await findMergeBase(repository, base, head);
    if (mergeBase === null) throw unrelated(input);
    if (mergeBase === head) return { mergeSha: base, headSha: head };
    const mergeSha = await writeMerge(cache, { ...input, base, head, mergeBase });
    const outcome = await pushBranch(cache, { branch: input.baseRef, sha: mergeSha, expected: base });
    if (outcome.kind === "pushed") return { mergeSha, headSha: head };
  }
  throw new GitError("branch_moved", `The branch ${input.baseRef} changed during the merge. Try again.`);
}

async function refuseCheckedOut({ repository, baseRef, branch }: MergeInput): Promise<void> {
  const folder = await findCheckout(repository, baseRef);
  if (folder === null) return;
  const command = `git -C ${/[^\w@%+=:,./-]/.test(folder) ? `'${folder.replaceAll("'", "'\\''")}'` : folder} merge ${branch}`;
  throw new GitError(
    "push_refused",
    `The branch ${baseRef} is checked out in ${folder}, so only you should change it. Run: ${command}`,
  );
}

const unrelated = ({ baseRef, branch }: MergeInput) =>
  new GitError(
    "push_refused",
    `The history of ${baseRef} was rewritten and no longer shares commits with ${branch}. Start a new job.`,
  );

async function requireHeads(cache: RepositoryCache, { baseRef, branch }: MergeInput): Promise<[CommitSha, CommitSha]> {
  const heads = await readHeads(cache, [baseRef, branch]);
  const [base, head] = [heads.get(baseRef), heads.get(branch)];
  const missing = base === undefined ? baseRef : branch;
  if (base === undefined || head === undefined) {
    throw new GitError(
      "ref_not_found",
      `The branch ${missing} is no longer in the repository, so it cannot be merged.`,
    );
  }
  return [base, head];
}

async function writeMerge(
  cache: RepositoryCache,
  input: MergeInput & { base: CommitSha; head: CommitSha; mergeBase: CommitSha },
): Promise<CommitSha> {
  const { base, head, mergeBase, number, branch, title, at } = input;
  await pinCommit(cache, base, jobRef(holder(input), "base"));
  await pinCommit(cache, head, jobRef(holder(input), "branch"));
  await pinCommit(cache, mergeBase, jobRef(holder(input), "start"));
  const { tree, conflicts } = await mergeTrees(cache, { base: mergeBase, ours: base, theirs: head });
  if (conflicts.length > 0) {
    const paths = conflicts.slice(0, 5).join(", ");
    throw new GitError(
      "push_refused",
      `${input.baseRef} has changed the same lines since (${paths}). Send the job a message to bring its branch up to date, or merge by hand.`,
    );
  }
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
