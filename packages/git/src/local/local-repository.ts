import { join } from "node:path";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { type Comparison, compareCommits, readTextsAt, type TextAt } from "../files/compare-commits.ts";
import type { CommitSha } from "../host.ts";
import { DEFAULT_BOUNDS, type RepositoryBounds } from "../rules/repository-bounds.ts";
import { runGit } from "../run/run-git.ts";
import { findRepository, openGitDir, readSmallFile } from "./git-dir.ts";

/** A repository on this machine, for questions that need its whole history. Nothing here writes to it. */
export type LocalRepository = Pick<RepositoryCache, "git" | "bounds">;

/** git keeps every commit that it looks at, with its message, and a message may have any length. */
const MAX_MEGABYTES = 1_000;

/** @throws GitError `repository_not_found` when there is no git repository, bare or checked out, and as `openGitDir` does */
export async function openLocalRepository(
  repository: string,
  bounds: RepositoryBounds = DEFAULT_BOUNDS,
): Promise<LocalRepository> {
  const { gitDir, user } = await openGitDir(repository, "read");
  return { bounds, git: (run) => runGit({ maxMegabytes: MAX_MEGABYTES, ...run, gitDir, user }) };
}

async function findCommit(repository: LocalRepository, name: string): Promise<string | null> {
  const { stdout } = await repository.git({
    args: ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`],
    okCodes: [1, 128],
  });
  return stdout.toString("latin1").trim() || null;
}

/** The newest commit that both have; null when their histories have nothing in common. */
export async function findMergeBase(repository: LocalRepository, a: string, b: string): Promise<string | null> {
  const { stdout } = await repository.git({ args: ["merge-base", a, b], okCodes: [1, 128] });
  return stdout.toString("latin1").trim() || null;
}

/** Whether a commit is part of a branch already, however it got there. */
export async function isContained(repository: LocalRepository, sha: string, branch: string): Promise<boolean> {
  const { code } = await repository.git({
    args: ["merge-base", "--is-ancestor", sha, `refs/heads/${branch}`],
    okCodes: [1, 128],
  });
  return code === 0;
}

const MAX_BYTES = 100;
const SHA = /^[0-9a-f]{40}\n?$/;

/**
 * Where a branch of a repository on this machine is now. Asked every few seconds: most often it stands in a file of its own,
 * and no process is started.
 *
 * @returns null when there is no such branch
 * @throws GitError `repository_not_found`
 */
export async function readBranchHead(repository: string, branch: string): Promise<CommitSha | null> {
  const { gitDir } = await findRepository(repository);
  const name = `refs/heads/${branch}`;
  const text = await readSmallFile(join(gitDir, name), MAX_BYTES);
  if (text !== null && SHA.test(text)) return text.trim();
  const local = await openLocalRepository(repository);
  const { stdout, code } = await local.git({ args: ["rev-parse", "--verify", "--quiet", name], okCodes: [1, 128] });
  return code === 0 ? stdout.toString("latin1").trim() : null;
}

const BRANCH = /^ref: refs\/heads\/([^\n]+)\n?$/;
/** What HEAD says where git keeps its refs in another way. */
const ELSEWHERE = ".invalid";
const MAX_HEAD_BYTES = 4_096;

/**
 * Reads the branch that HEAD of a repository on this machine points to, without starting git.
 *
 * @returns null when that cannot be seen in the file: git has to be asked then, and says what is wrong
 */
export async function readDefaultBranch(repository: string): Promise<string | null> {
  const found = await findRepository(repository).catch(() => null);
  const head = found && (await readSmallFile(join(found.gitDir, "HEAD"), MAX_HEAD_BYTES));
  const branch = head?.match(BRANCH)?.[1] ?? null;
  return branch === ELSEWHERE ? null : branch;
}

/**
 * What a pull request brings: the difference from where its branch left the base (three dots), and its commits.
 *
 * @param input.base the base's branch while the pull request is open; the commit it began from once it has ended
 * @returns null when a commit is no longer in the repository
 */
export async function readComparison(input: {
  repository: string;
  base: string;
  headSha: string;
  bounds?: RepositoryBounds;
}): Promise<Comparison | null> {
  const repository = await openLocalRepository(input.repository, input.bounds);
  const head = await findCommit(repository, input.headSha);
  const base = head === null ? null : await findMergeBase(repository, input.base, head);
  // By their ids: what is rendered is kept under them, and a branch moves.
  return head === null || base === null ? null : compareCommits(repository, { base, head });
}

/**
 * Reads files of a local repository as they are at a commit, with one git process.
 *
 * @returns for each the text; null for a file that is not there, and for one that is no text or over 1 MB
 */
export async function readTexts(repository: string, wanted: readonly TextAt[]): Promise<(string | null)[]> {
  return readTextsAt(await openLocalRepository(repository), wanted);
}
