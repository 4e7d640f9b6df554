import type { RepositoryCache } from "../cache/repository-cache.ts";
import type { CommitSha } from "../host.ts";

/** All files of a commit, as one name; null when the cache has not got the commit. */
export async function readTreeSha(cache: RepositoryCache, commit: CommitSha): Promise<string | null> {
  const { stdout, code } = await cache.git({
    args: ["rev-parse", "--verify", "--quiet", `${commit}^{tree}`],
    okCodes: [1, 128],
  });
  return code === 0 ? stdout.toString("latin1").trim() : null;
}
