import { LastUsed } from "@docsteward/platform/last-used";
import type { CommitSha } from "../host.ts";
import { tooManyFiles } from "../rules/repository-bounds.ts";
import { readRecords, rememberWithin } from "./read-records.ts";
import type { RepositoryCache } from "./repository-cache.ts";

const FOLDER = "tree ";

const MAX_COMMITS = 8;
/** Of all commits together: some 30 MB. */
const MAX_NAMES = 200_000;

type Files = {
  /** Jobs share it, and none changes it. Commits whose files have the same names share it, too. */
  names: ReadonlySet<string>;
  /** How many files and folders there are at most. */
  maxRecords: number;
};

/** The files of commits, by cache and commit. */
const known = new LastUsed<Files>({
  maxCount: MAX_COMMITS,
  maxSize: MAX_NAMES,
  sizeOf: ({ names }) => names.size,
});

type Cache = Pick<RepositoryCache, "git" | "gitDir" | "bounds">;

/**
 * Lists the names of every file of a commit, whatever it is and wherever it lies.
 *
 * @throws GitError `repository_too_large`
 */
export async function listFiles(cache: Cache, commit: CommitSha): Promise<ReadonlySet<string>> {
  const key = keyOf(cache, commit);
  const files = known.get(key) ?? (await listByGit(cache, commit));
  known.set(key, files);
  return files.names;
}

/**
 * Where the files of one commit are known, knows those of another one without asking git.
 *
 * @param files what differs, those that are gone first
 */
export function carryFiles(
  cache: Cache,
  { from, to, files }: { from: CommitSha; to: CommitSha; files: readonly { path: string; isThere: boolean }[] },
): void {
  const before = known.get(keyOf(cache, from));
  if (before === undefined) return;
  const now = withChanges(before, files);
  // Git counts them then, when a job asks for them.
  if (now.maxRecords > cache.bounds.maxFiles) return;
  known.set(keyOf(cache, to), now);
  rememberWithin(to, cache.bounds);
}

function withChanges(before: Files, changed: readonly { path: string; isThere: boolean }[]): Files {
  if (changed.every(({ path, isThere }) => before.names.has(path) === isThere)) return before;
  const names = new Set(before.names);
  let { maxRecords } = before;
  for (const { path, isThere } of changed) {
    if (isThere && !names.has(path)) maxRecords += path.split("/").length;
    if (isThere) names.add(path);
    else names.delete(path);
  }
  return { names, maxRecords };
}

const keyOf = ({ gitDir, bounds }: Cache, commit: CommitSha) => `${gitDir} ${commit} ${bounds.maxFiles}`;

async function listByGit(cache: Cache, commit: CommitSha): Promise<Files> {
  const args = ["ls-tree", "-r", "-t", "-z", "--full-tree", "--format=%(objecttype) %(path)", commit];
  const names = new Set<string>();
  const onRecord = (record: string) => {
    if (!record.startsWith(FOLDER)) names.add(record.slice(record.indexOf(" ") + 1));
  };
  const { isCut, records } = await readRecords(cache, { args, maxRecords: cache.bounds.maxFiles, onRecord });
  if (isCut) throw tooManyFiles(cache.bounds);
  rememberWithin(commit, cache.bounds);
  return { names, maxRecords: records };
}
