import { createBlobParser } from "../cache/blob-store.ts";
import { requireWithin } from "../cache/read-records.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import type { FileChange } from "../workspace.ts";
import { listChanges } from "./diff.ts";
import { MAX_READ_BYTES, toText } from "./file-text.ts";

/** A commit of a comparison. `at` is an ISO time, `subject` the first line of its message. */
export type ComparedCommit = { sha: string; subject: string; author: string; at: string };

/** The difference between two commits. */
export type Comparison = {
  /** By path, the first 2,000. */
  files: FileChange[];
  /** There are more files. */
  hasMoreFiles: boolean;
  /** Newest first, at most 250. */
  commits: ComparedCommit[];
  /** What was compared: the commit that the branch left the base at, and its head. */
  range: { base: string; head: string };
};

const MAX_COMMITS = 250;
const MAX_FILES = 2_000;
/** A page shows a tenth of it. What one viewer can make this process hold is a small multiple. */
const MAX_DIFF_BYTES = 4_000_000;
const DIFF_TIMEOUT_MS = 15_000;
const MAX_LOG_BYTES = 1_000_000;
/** Of commits with their messages, all of which git keeps. */
const MAX_LOG_MEGABYTES = 100;
const OUT_OF_MEMORY = 128;
const MAX_SUBJECT = 500;
const MAX_AUTHOR = 200;

/** What lies between two commits, of which one is behind the other: the difference of their files, and the commits. */
export async function compareCommits(
  repository: Pick<RepositoryCache, "git" | "bounds">,
  range: { base: string; head: string },
): Promise<Comparison> {
  const { base, head } = range;
  for (const commit of [base, head]) await requireWithin(repository, commit, repository.bounds);
  const [files, log] = await Promise.all([
    listChanges(repository, base, head, { cutAtBytes: MAX_DIFF_BYTES, timeoutMs: DIFF_TIMEOUT_MS }),
    repository.git({
      args: [
        "log",
        "-z",
        "--no-show-signature",
        `--max-count=${MAX_COMMITS}`,
        "--format=%H%x09%aI%x09%an%x09%s",
        `${base}..${head}`,
      ],
      maxBytes: MAX_LOG_BYTES,
      overflow: "cut",
      timeoutMs: DIFF_TIMEOUT_MS,
      maxMegabytes: MAX_LOG_MEGABYTES,
      okCodes: [OUT_OF_MEMORY],
    }),
  ]);
  const records = log.stdout.toString("utf8").split("\0").filter(Boolean);
  // Half a record may stand at the end of what was cut.
  const commits = log.isCut || log.code !== 0 ? records.slice(0, -1) : records;
  return {
    files: files.slice(0, MAX_FILES).map(({ mode: _, ...file }) => file),
    hasMoreFiles: files.length > MAX_FILES,
    commits: commits.map(toCommit),
    range,
  };
}

function toCommit(line: string): ComparedCommit {
  const [sha = "", at = "", author = "", ...subject] = line.split("\t");
  return { sha, at, author: author.slice(0, MAX_AUTHOR), subject: subject.join("\t").slice(0, MAX_SUBJECT) };
}

/** A file at a commit. */
export type TextAt = { commit: string; path: string };

type Readable = Pick<RepositoryCache, "git">;

/**
 * Reads files as they are at a commit, with one git process.
 *
 * @returns for each the text; null for a file that is not there, and for one that is no text or over 1 MB
 */
export async function readTextsAt(repository: Readable, wanted: readonly TextAt[]): Promise<(string | null)[]> {
  const askable = wanted.map(({ path }) => !/[\n\0]/.test(path));
  const asked = wanted.filter((_, index) => askable[index]);
  const found = asked.length === 0 ? [] : await readBlobs(repository, asked);
  return wanted.map(({ path }, index) => {
    const bytes = askable[index] ? found.shift() : null;
    return bytes ? toTextOrNull(path, bytes) : null;
  });
}

async function readBlobs({ git }: Readable, wanted: readonly TextAt[]): Promise<(Buffer | null)[]> {
  const stdin = wanted.map(({ commit, path }) => `${commit}:${path}\n`).join("");
  const { stdout } = await git({ args: ["cat-file", "--batch"], stdin });
  const found: (Buffer | null)[] = [];
  createBlobParser(MAX_READ_BYTES, (content) => found.push(content))(stdout);
  return found;
}

function toTextOrNull(path: string, bytes: Buffer): string | null {
  try {
    return toText(path, bytes);
  } catch (error) {
    if (error instanceof GitError) return null;
    throw error;
  }
}
