import { type RepositoryBounds, tooManyFiles } from "../rules/repository-bounds.ts";
import type { GitRun } from "../run/run-git.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/** Of all records on average, and of one alone. */
const MEAN_RECORD_BYTES = 320;
const MAX_RECORD_BYTES = 8_192;
const TIMEOUT_MS = 60_000;

/** A git command whose output is records that end with NUL. */
export type RecordsInput = Pick<GitRun, "args" | "okCodes"> & {
  maxRecords: number;
  onRecord(record: string): void;
};

/**
 * Reads records that end with NUL while git prints them, and stops git as soon as there are too many, or they are too long:
 * nothing is kept here.
 *
 * @returns how many records came, and git's exit code; `isCut` when there were more
 */
export async function readRecords(
  { git }: Pick<RepositoryCache, "git">,
  { maxRecords, onRecord, ...run }: RecordsInput,
): Promise<{ records: number; code: number; isCut: boolean }> {
  let rest: Buffer = Buffer.alloc(0);
  let records = 0;
  let bytes = 0;
  const onOutput = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxRecords * MEAN_RECORD_BYTES + MAX_RECORD_BYTES) return "stop";
    const end = chunk.lastIndexOf(0);
    if (end < 0) {
      rest = Buffer.concat([rest, chunk]);
      return rest.length > MAX_RECORD_BYTES ? "stop" : undefined;
    }
    const whole = Buffer.concat([rest, chunk.subarray(0, end)]).toString("utf8");
    rest = chunk.subarray(end + 1);
    for (const record of whole.split("\0")) {
      records += 1;
      if (records > maxRecords) return "stop";
      onRecord(record);
    }
  };
  const { code, isCut } = await git({ timeoutMs: TIMEOUT_MS, ...run, onOutput, overflow: "cut" });
  return { records, code, isCut };
}

/** Commits that are known to be within a bound: a job asks several times for the same one. */
const known = new Set<string>();
const MAX_KNOWN = 1_000;
const WHOLE_NAME = /^[0-9a-f]{40}$/;

/** Notes that a commit has no more entries than the bound. */
export function rememberWithin(commit: string, { maxFiles }: RepositoryBounds): void {
  if (!WHOLE_NAME.test(commit)) return;
  if (known.size >= MAX_KNOWN) known.clear();
  known.add(`${commit} ${maxFiles}`);
}

/**
 * Makes sure that a whole commit or tree is within the bounds, before git is asked for something that expands all of it.
 *
 * @throws GitError `repository_too_large`
 */
export async function requireWithin(
  repository: Pick<RepositoryCache, "git">,
  commit: string,
  bounds: RepositoryBounds,
): Promise<void> {
  if (known.has(`${commit} ${bounds.maxFiles}`)) return;
  const args = ["ls-tree", "-r", "-t", "-z", "--name-only", "--full-tree", commit];
  const { isCut } = await readRecords(repository, { args, maxRecords: bounds.maxFiles, onRecord: () => undefined });
  if (isCut) throw tooManyFiles(bounds);
  rememberWithin(commit, bounds);
}
