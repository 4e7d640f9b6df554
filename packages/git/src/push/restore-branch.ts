import type { RepositoryCache } from "../cache/repository-cache.ts";
import type { CommitSha } from "../host.ts";

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
