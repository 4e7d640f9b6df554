import type { RepositoryCache } from "../cache/repository-cache.ts";
import { DEFAULT_BOUNDS, type RepositoryBounds } from "../rules/repository-bounds.ts";
import { runGit } from "../run/run-git.ts";
import { openGitDir } from "./git-dir.ts";

/** A repository on this machine, for questions that need its whole history. Nothing here writes to it. */
export type LocalRepository = Pick<RepositoryCache, "git" | "bounds">;

/** @throws GitError `repository_not_found` when there is no git repository, bare or checked out, and as `openGitDir` does */
export async function openLocalRepository(
  repository: string,
  bounds: RepositoryBounds = DEFAULT_BOUNDS,
): Promise<LocalRepository> {
  const { gitDir, user } = await openGitDir(repository, "read");
  return { bounds, git: (run) => runGit({ ...run, gitDir, user }) };
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
