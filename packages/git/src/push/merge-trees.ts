import { fetchBlobs } from "../cache/job-refs.ts";
import { requireWithin } from "../cache/read-records.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";

/** Result of a three-way merge. `conflicts` are paths that both sides changed in the same place. */
export type MergedTree = { tree: string; conflicts: string[] };

/**
 * Merges two changes of one base, file by file and line by line; a page may have moved on one side. Nothing becomes a file, and no history is needed: the three
 * states are given.
 *
 * @param input commits or trees in the cache
 * @throws GitError `repository_too_large`
 */
export async function mergeTrees(
  cache: RepositoryCache,
  input: { base: string; ours: string; theirs: string },
): Promise<MergedTree> {
  for (const state of [input.base, input.ours, input.theirs]) await requireWithin(cache, state, cache.bounds);
  await fetchContested(cache, input);
  // git finds the base of a merge in the history, and the cache holds none: a small one is made here.
  const base = await commitState(cache, input.base, []);
  const ours = await commitState(cache, input.ours, [base]);
  const theirs = await commitState(cache, input.theirs, [base]);
  const { stdout, code } = await cache.git({
    args: ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", ours, theirs],
    // Whole folders that moved are left alone: looking for them would need every file below.
    config: ["merge.directoryRenames=false"],
    okCodes: [1],
  });
  const [tree = "", ...conflicts] = stdout.toString("utf8").split("\0").filter(Boolean);
  return { tree, conflicts: code === 0 ? [] : conflicts };
}

async function commitState(cache: RepositoryCache, state: string, parents: readonly string[]): Promise<string> {
  const { stdout } = await cache.git({
    args: ["commit-tree", `${state}^{tree}`, ...parents.flatMap((parent) => ["-p", parent])],
    stdin: "state\n",
    env: { GIT_AUTHOR_DATE: "@0 +0000", GIT_COMMITTER_DATE: "@0 +0000" },
  });
  return stdout.toString("latin1").trim();
}

type Change = { status: string; blobs: string[] };

/** Fetches the files that git will read: those that both sides changed, and those among which it looks for moves. */
async function fetchContested(
  cache: RepositoryCache,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): Promise<void> {
  const [mine, others] = await Promise.all([listChanged(cache, base, ours), listChanged(cache, base, theirs)]);
  const contested = [...mine].flatMap(([path, { blobs }]) => {
    const other = others.get(path);
    return other ? [...blobs, ...other.blobs] : [];
  });
  await fetchBlobs(cache, [...contested, ...maybeMoved(mine), ...maybeMoved(others)]);
}

/** A side that lost files and gained some may have moved them. */
function maybeMoved(side: ReadonlyMap<string, Change>): string[] {
  const changes = [...side.values()];
  const [gone, added] = ["D", "A"].map((letter) => changes.filter(({ status }) => status === letter));
  return gone?.length && added?.length ? [...gone, ...added].flatMap(({ blobs }) => blobs) : [];
}

const FILE = /^100/;

/** The files that differ, by path, with their blobs before and after. */
async function listChanged(cache: RepositoryCache, from: string, to: string): Promise<Map<string, Change>> {
  const { stdout } = await cache.git({
    args: ["diff-tree", "-r", "-z", "--raw", "--no-renames", `${from}^{tree}`, `${to}^{tree}`],
  });
  const fields = stdout.toString("utf8").split("\0");
  const changes = new Map<string, Change>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = "", newMode = "", oldSha = "", newSha = "", status = ""] = (fields[at] ?? "").slice(1).split(" ");
    const blobs = [FILE.test(oldMode) ? oldSha : "", FILE.test(newMode) ? newSha : ""].filter(Boolean);
    changes.set(fields[at + 1] ?? "", { status, blobs });
  }
  return changes;
}
