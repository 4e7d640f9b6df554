import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import { DEFAULT_BOUNDS, type RepositoryBounds } from "../rules/repository-bounds.ts";
import { runGit } from "../run/run-git.ts";
import { toPath } from "./access.ts";

/** A repository on this machine, for questions that need its whole history. Nothing here writes to it. */
export type LocalRepository = Pick<RepositoryCache, "git" | "bounds"> & { path: string };

/** @throws GitError `repository_not_found` when there is no git repository, bare or checked out */
export async function openLocalRepository(
  repository: string,
  bounds: RepositoryBounds = DEFAULT_BOUNDS,
): Promise<LocalRepository> {
  const path = toPath(repository);
  const gitDir = (await exists(join(path, ".git"))) ? join(path, ".git") : path;
  if (!(await exists(join(path, ".git"))) && !(await exists(join(path, "HEAD")))) {
    throw new GitError("repository_not_found", "The repository was not found. Check the repository of the project.");
  }
  return { path, bounds, git: (run) => runGit({ ...run, gitDir }) };
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

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
