import { fetchBlobs } from "./fetch-job.ts";
import type { RepositoryCache } from "./repository-cache.ts";

export type MergedTree = { tree: string /** Paths that both sides changed in the same place. */; conflicts: string[] };

/**
 * Merges two changes of one base, file by file and line by line. Nothing becomes a file, and no history is needed: the three
 * states are given.
 *
 * @param input commits or trees in the cache
 */
export async function mergeTrees(
  cache: RepositoryCache,
  input: { base: string; ours: string; theirs: string },
): Promise<MergedTree> {
  await fetchContested(cache, input);
  // git finds the base of a merge in the history, and the cache holds none: a small one is made here.
  const base = await commitState(cache, input.base, []);
  const ours = await commitState(cache, input.ours, [base]);
  const theirs = await commitState(cache, input.theirs, [base]);
  const { stdout, code } = await cache.git({
    args: ["merge-tree", "--write-tree", "--name-only", "--no-messages", "-z", ours, theirs],
    config: ["merge.renames=false"],
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

/** Fetches the files that both sides changed, in all their states: only those are merged by content. */
async function fetchContested(
  cache: RepositoryCache,
  { base, ours, theirs }: { base: string; ours: string; theirs: string },
): Promise<void> {
  const [mine, other] = await Promise.all([ours, theirs].map((side) => changedBlobs(cache, base, side)));
  const contested = [...(mine ?? [])].flatMap(([path, blobs]) => {
    const others = other?.get(path);
    return others ? [...blobs, ...others] : [];
  });
  await fetchBlobs(cache, contested);
}

const FILE = /^100/;

/** Blobs of the files that differ, by path: before and after. */
async function changedBlobs(cache: RepositoryCache, from: string, to: string): Promise<Map<string, string[]>> {
  const { stdout } = await cache.git({
    args: ["diff-tree", "-r", "-z", "--raw", "--no-renames", `${from}^{tree}`, `${to}^{tree}`],
  });
  const fields = stdout.toString("utf8").split("\0");
  const blobs = new Map<string, string[]>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = "", newMode = "", oldSha = "", newSha = ""] = (fields[at] ?? "").slice(1).split(" ");
    const shas = [FILE.test(oldMode) ? oldSha : "", FILE.test(newMode) ? newSha : ""].filter(Boolean);
    blobs.set(fields[at + 1] ?? "", shas);
  }
  return blobs;
}
