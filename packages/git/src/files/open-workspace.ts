import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { type BlobReader, openBlobReader, storeBlob } from "../cache/blob-store.ts";
import { openListing } from "../cache/commit-listing.ts";
import { jobRef, pinCommit, releaseJobRefs } from "../cache/job-refs.ts";
import { type RepositoryCache, withCorruptionReport } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";
import { refuseSpelling } from "../rules/path-rules.ts";
import type { GrepFile, GrepMatch, GrepOptions, Workspace } from "../workspace.ts";
import { commitTree } from "./commit-tree.ts";
import { MAX_READ_BYTES, nullIfRefused, readText, refusal, toBytes } from "./file-text.ts";
import { createJobFiles, type JobFiles } from "./job-files.ts";
import { createJobEdits, createJobIndex, type JobEdits } from "./job-index.ts";
import { openSnapshot } from "./snapshot.ts";

/** Stands for the content of a blob that is over the bound and is not read. */
const TOO_LARGE = Buffer.alloc(MAX_READ_BYTES + 1);

type OpenWorkspaceInput = {
  jobId: string;
  docsPath: string;
  baseSha: CommitSha;
  /** Where the job's edits begin: `baseSha`, or the head of its branch. */
  startSha: CommitSha;
  /** True right after `fetchJobHeads` of the job: its refs keep the commit in the cache already. */
  isHeld?: boolean;
};

/**
 * Opens the files of a job: lists its first commit, fetches the pages and navigation files the cache lacks in one request, and
 * keeps what changes in an index of its own. Nothing of the repository becomes a file.
 *
 * Returns while that request is under way: the first read waits for it, and tells when it failed.
 */
export async function openWorkspace(
  cache: RepositoryCache,
  input: OpenWorkspaceInput,
): Promise<Workspace & AsyncDisposable> {
  const { jobId, docsPath, baseSha, startSha } = input;
  const { tree, files, fetched } = await withCorruptionReport(cache, () => prepare(cache, input));
  const large = withCorruptionReport(cache, () => fetched);
  const present = large.then(() => undefined);
  present.catch(() => undefined);
  const start = { paths: files.paths(), tree, docsPath, commit: startSha };
  const folder = await makeJobFolder(cache.dataDir, jobId);
  const blobs = openBlobReader(cache, { maxBytes: MAX_READ_BYTES });
  const reader: BlobReader = {
    close: blobs.close,
    read: async (sha) => ((await large).has(sha) ? TOO_LARGE : blobs.read(sha)),
  };
  const whole = createJobIndex(cache, join(folder, "index"), { commit: startSha });
  const pages = createJobIndex(cache, join(folder, "pages"), { blobs: files.entries });
  const edits = createJobEdits(cache, { startSha, files, whole, pages });

  const snapshot = openSnapshot({ cache, reader, ...start });
  const read = async (path: string) => {
    const sha = files.find(path);
    return sha === null ? null : { path, text: await readText(reader, path, sha) };
  };
  const close = async () => {
    reader.close();
    await Promise.all([
      present.catch(() => undefined),
      rm(folder, { recursive: true, force: true }),
      releaseJobRefs(cache, jobId),
    ]);
  };
  return {
    baseSha,
    startSha,
    docsPath,
    arrived: present,
    start: snapshot,
    paths: async () => files.paths(),
    assets: async () => withChanges(await snapshot.assets(), files.changed()),
    exists: async (path) => files.find(path) !== null,
    read,
    readMany: async (paths) => (await Promise.all(paths.map(nullIfRefused(read)))).filter((file) => file !== null),
    async grep(pattern, path, options) {
      await present;
      return grepIndex(cache, { pattern, path, options, env: await edits.pages() });
    },
    async grepFiles(pattern, path, options) {
      await present;
      return grepIndexFiles(cache, { pattern, path, options, env: await edits.pages() });
    },
    async write(path, text) {
      files.requireWritable(path);
      edits.set(path, await storeBlob(cache, toBytes(path, text)));
    },
    async remove(path) {
      files.requireWritable(path);
      if (files.find(path) !== null) edits.set(path, null);
    },
    move: async (from, to) => moveFile({ files, edits }, from, to),
    async changes() {
      await present;
      return (await edits.compare()).changes;
    },
    async commit(message, at) {
      await present;
      return commitTree(cache, {
        ...(await edits.compare()),
        parent: startSha,
        rules: { docsPath },
        jobId,
        message,
        at,
      });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function prepare(cache: RepositoryCache, { jobId, docsPath, startSha, isHeld }: OpenWorkspaceInput) {
  if (!isHeld) await pinCommit(cache, startSha, jobRef(jobId, "start"));
  const listing = await openListing(cache, startSha, docsPath);
  return { tree: listing.tree, files: createJobFiles(listing, { docsPath }), fetched: listing.fetched };
}

function withChanges(all: ReadonlySet<string>, changed: ReadonlyMap<string, string | null>): ReadonlySet<string> {
  if (changed.size === 0) return all;
  const now = new Set(all);
  for (const [path, sha] of changed) {
    if (sha === null) now.delete(path);
    else now.add(path);
  }
  return now;
}

function moveFile({ files, edits }: { files: JobFiles; edits: JobEdits }, from: string, to: string): void {
  const sha = files.find(from);
  if (sha === null || from === to) return;
  files.requireWritable(from);
  // Gone first: a file may be renamed to another case of its own name.
  edits.set(from, null);
  try {
    files.requireWritable(to);
    edits.set(to, sha);
  } catch (error) {
    edits.set(from, sha);
    throw error;
  }
}

const MAX_AGE_MS = 2 * 24 * 60 * 60 * 1000;

const parentOf = (dataDir: string) => join(dataDir, "jobs");

/**
 * Makes a folder for the index files of a job, never one that was there: a worker that lost the job may still be using its own.
 */
async function makeJobFolder(dataDir: string, jobId: string): Promise<string> {
  await mkdir(parentOf(dataDir), { recursive: true });
  return mkdtemp(join(parentOf(dataDir), `${jobId}-`));
}

/** Removes the folders that killed workers left behind: those no job has touched for two days. */
export async function purgeJobFolders(dataDir: string, now: Date): Promise<void> {
  for (const entry of await readdir(parentOf(dataDir)).catch((): string[] => [])) {
    const folder = join(parentOf(dataDir), entry);
    const { mtimeMs } = await stat(folder);
    if (now.getTime() - mtimeMs > MAX_AGE_MS) await rm(folder, { recursive: true, force: true });
  }
}

const MAX_MATCHES = 200;
const MAX_MATCHING_FILES = 500;
const MAX_LINE = 500;
const TIMEOUT_MS = 2_000;
/** Within its 2 s the engine behind git fills several times as much. */
const MAX_MEGABYTES = 256;
/** git unrolls what is repeated by counts: some nested ones take a gigabyte. */
const MAX_UNROLLED = 2_000;

type GrepInput = { pattern: string; path?: string; options?: GrepOptions; env: Record<string, string> };

/** Searches the files of an index, line by line. @throws GitError `path_refused` for a bad pattern or path, `limit_reached` after 2 s */
async function grepIndex(cache: RepositoryCache, input: GrepInput): Promise<{ matches: GrepMatch[]; isCut: boolean }> {
  const { lines, isCut } = await runGrep(cache, input, "-n");
  const matches = lines.map(toMatch).filter(({ path }) => input.options?.isWanted?.(path) ?? true);
  return { matches: matches.slice(0, MAX_MATCHES), isCut: isCut || matches.length > MAX_MATCHES };
}

/** Counts the matching lines of each file of an index. @throws as {@link grepIndex} does */
async function grepIndexFiles(
  cache: RepositoryCache,
  input: GrepInput,
): Promise<{ files: GrepFile[]; isCut: boolean }> {
  const { lines, isCut } = await runGrep(cache, input, "--count");
  const files = lines
    .map((line) => ({ path: line.slice(0, line.indexOf("\0")), matches: Number(line.slice(line.indexOf("\0") + 1)) }))
    .filter(({ path }) => input.options?.isWanted?.(path) ?? true);
  return { files: files.slice(0, MAX_MATCHING_FILES), isCut: isCut || files.length > MAX_MATCHING_FILES };
}

async function runGrep(
  cache: RepositoryCache,
  { pattern, path, options, env }: GrepInput,
  show: "-n" | "--count",
): Promise<{ lines: string[]; isCut: boolean }> {
  if (pattern.includes("\0") || pattern.includes("\n"))
    throw refusal("The pattern must be one line without NUL characters.");
  if (/\\[1-9]/.test(pattern.replaceAll("\\\\", ""))) {
    throw refusal("The pattern has a back reference. Search for the text itself, or escape the backslash.");
  }
  if (unrolledSize(pattern) > MAX_UNROLLED) {
    throw refusal(
      `The pattern has too many repetitions. Counts such as {100} can expand to at most ${MAX_UNROLLED} characters in total.`,
    );
  }
  const place = trimSlashes(path ?? "");
  const refused = place === "" || place === "." ? null : refuseSpelling(place);
  if (refused) throw refusal(refused);
  const pathspec = place === "" || place === "." ? [] : ["--", `:(literal)${place}`];
  try {
    const { stdout, isCut } = await cache.git({
      args: [
        ...["grep", "--cached", "-E", show, "-z", "-I", "--no-color", "--threads=1"],
        ...(options?.ignoreCase ? ["--ignore-case"] : []),
        ...["-e", pattern, ...pathspec],
      ],
      env,
      okCodes: [1],
      timeoutMs: TIMEOUT_MS,
      maxMegabytes: MAX_MEGABYTES,
      maxBytes: 4 * 1024 * 1024,
      overflow: "cut",
    });
    const lines = stdout.toString("utf8").split("\n");
    // Behind the last line end there is nothing, or half a line where the output was cut.
    return { lines: lines.slice(0, -1), isCut };
  } catch (error) {
    throw toRefusal(error, pattern);
  }
}

/** How long an extended regular expression is when all that it repeats by counts is written out. */
function unrolledSize(pattern: string): number {
  const open = [0];
  let last = 0;
  const add = (size: number) => {
    open.push((open.pop() ?? 0) + size);
  };
  const token = /\\.|\[\^?\]?[^[\]]*\]|\{[\d,]+\}|[\s\S]/g;
  for (const [text] of pattern.matchAll(token)) {
    if (text === "(") open.push(0);
    else if (text === ")" && open.length > 1) {
      last = open.pop() ?? 0;
      add(last);
    } else if (text.length > 1 && text.startsWith("{")) {
      const count = Math.max(...text.slice(1, -1).split(",").map(Number), 1);
      add(last * (count - 1));
      last *= count;
    } else {
      last = 1;
      add(last);
    }
  }
  return open.reduce((sum, size) => sum + size, 0);
}

function toMatch(line: string): GrepMatch {
  const [path = "", number = "", ...text] = line.split("\0");
  const whole = text.join("\0").replace(/\r$/, "");
  return { path, line: Number(number), text: whole.length > MAX_LINE ? `${whole.slice(0, MAX_LINE)}…` : whole };
}

function toRefusal(error: unknown, pattern: string): unknown {
  if (!(error instanceof GitError)) return error;
  if (error.code === "timed_out")
    return new GitError("limit_reached", "The search took longer than 2 s. Use a simpler pattern, or set `path`.");
  const said = error.cause instanceof Error ? error.cause.message : "";
  // Without memory git says so, or the engine behind it ends the process.
  if (/ended with -1:|out of memory|memory exhausted/i.test(said))
    return new GitError("limit_reached", "The search took too much memory. Use a simpler pattern, or a path.");
  const isPattern = /Invalid|Unmatched|regular expression|Trailing backslash|preceding/i.test(said);
  return isPattern ? refusal(`${JSON.stringify(pattern)} is not a valid extended regular expression.`) : error;
}
