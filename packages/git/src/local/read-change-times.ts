import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";
import { type LocalRepository, openLocalRepository } from "./local-repository.ts";

/** Input of `readChangeTimes`. */
export type ChangeTimesInput = {
  repository: string;
  commit: CommitSha;
  /** The files to tell of. */
  paths: readonly string[];
  /** A commit that all these files have changed since, where one is known: only what came after it is looked through. */
  since: CommitSha | null;
  signal?: AbortSignal;
};

const MAX_COMMITS = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 10_000;

/**
 * When each file last changed on its branch: the time of the commit or merge that brought the change.
 *
 * Looks through the newest 20,000 commits for ten seconds at most; files that changed before that are left out.
 */
export async function readChangeTimes(input: ChangeTimesInput): Promise<Map<string, Date>> {
  const { repository, commit, paths, since, signal } = input;
  const times = new Map<string, Date>();
  if (paths.length === 0) return times;
  const wanted = new Set(paths);
  const local = await openLocalRepository(repository);
  for (const range of since === null ? [[commit]] : [[commit, `^${since}`], [commit]]) {
    await readRange(local, range, { wanted, times, signal });
    if (times.size === wanted.size) break;
  }
  return times;
}

type Search = { wanted: ReadonlySet<string>; times: Map<string, Date>; signal: AbortSignal | undefined };

async function readRange(local: LocalRepository, range: string[], { wanted, times, signal }: Search): Promise<void> {
  const format = [
    "-z",
    "--format=%x01%ct",
    "--name-only",
    "--no-renames",
    "--first-parent",
    "--diff-merges=first-parent",
  ];
  const args = ["log", ...format, "--no-show-signature", `--max-count=${MAX_COMMITS}`, ...range, "--"];
  const limits = { maxBytes: MAX_BYTES, overflow: "cut", timeoutMs: TIMEOUT_MS, okCodes: [128], signal } as const;
  const output = await local.git({ args, ...limits }).catch((error) => {
    if (error instanceof GitError && error.code === "timed_out") return null;
    throw error;
  });
  let at: Date | null = null;
  for (const field of output?.stdout.toString("utf8").split("\0") ?? []) {
    // The first file of a commit stands behind a line end of its own.
    const text = field.replace(/^\n/, "");
    if (text.startsWith("\u0001")) at = new Date(Number(text.slice(1)) * 1000);
    else if (at && wanted.has(text) && !times.has(text)) times.set(text, at);
  }
}
