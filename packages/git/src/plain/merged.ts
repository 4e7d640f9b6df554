import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "@docsteward/platform/is-alive";
import { fetchWithin } from "../cache/fetch-within.ts";
import { openRepositoryCache } from "../cache/repository-cache.ts";
import type { CommitSha, RepositoryAccess } from "../host.ts";
import type { RepositoryBounds } from "../rules/repository-bounds.ts";

type MergedQuestion = {
  repository: string;
  access: () => Promise<RepositoryAccess>;
  baseRef: string;
  heads: readonly CommitSha[];
  bounds?: RepositoryBounds;
  signal?: AbortSignal | undefined;
};

/** Commits without their files, some 300 bytes each. */
const DEPTH = 1_000;
/** Followed by the number of the process. */
const FOLDER = "docsteward-merged-";

/**
 * Which commits a branch of a repository elsewhere holds now: whose pull request was merged with its commits. The last 1,000
 * generations of commits are looked at, in a copy that is removed afterwards, since the server's own copy is one commit deep.
 *
 * @throws GitError as every call to the repository does; the signal's reason
 */
export async function findMerged({ baseRef, heads, signal, ...options }: MergedQuestion): Promise<Set<CommitSha>> {
  swept ??= removeAbandoned();
  await swept;
  const dataDir = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`));
  try {
    using cache = await openRepositoryCache({ ...options, ...(signal && { signal }), dataDir });
    const ref = "refs/heads/base";
    const args = [`--depth=${DEPTH}`, "--filter=tree:0", "origin", `+refs/heads/${baseRef}:${ref}`];
    await fetchWithin(cache, { args });
    const { stdout } = await cache.git({ args: ["rev-list", ref], env: { GIT_NO_LAZY_FETCH: "1" } });
    const held = new Set(stdout.toString("latin1").split("\n"));
    return new Set(heads.filter((head) => held.has(head)));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

let swept: Promise<void> | undefined;

/** Removes the copies of processes that were killed, once: in a container, the one before may have had the same number. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(FOLDER)) continue;
    const pid = Number.parseInt(name.slice(FOLDER.length), 10);
    if (pid !== process.pid && isAlive(pid)) continue;
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
