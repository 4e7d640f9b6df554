import { GitError } from "../error.ts";
import { type CacheOptions, openRepositoryCache, type RepositoryCache } from "./repository-cache.ts";

/** Opens the server's own copy of a repository for what it holds already: nothing is fetched. Close it afterwards. */
export function openKept(options: Pick<CacheOptions, "dataDir" | "repository" | "bounds">): Promise<RepositoryCache> {
  const access = () =>
    Promise.reject(new GitError("git_failed", "The server's copy was opened without its repository."));
  return openRepositoryCache({ ...options, access });
}

/** Whether all of these commits are in a repository. */
export async function holdsCommits({ git }: Pick<RepositoryCache, "git">, shas: readonly string[]): Promise<boolean> {
  const stdin = shas.map((sha) => `${sha}\n`).join("");
  const { stdout } = await git({ args: ["cat-file", "--batch-check"], stdin, env: { GIT_NO_LAZY_FETCH: "1" } });
  const lines = stdout.toString("latin1").split("\n").filter(Boolean);
  return lines.length === shas.length && lines.every((line) => / commit \d+$/.test(line));
}
