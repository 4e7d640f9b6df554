import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type BlobReader, openBlobReader, storeBlob } from "../cache/blob-store.ts";
import { openListing } from "../cache/commit-listing.ts";
import { jobRef, pinCommit, releaseJobRefs } from "../cache/job-refs.ts";
import { type RepositoryCache, withCorruptionReport } from "../cache/repository-cache.ts";
import type { CommitSha } from "../host.ts";
import { isDocsFile, type PathRules, refusePath } from "../rules/path-rules.ts";
import type { Workspace } from "../workspace.ts";
import { commitTree } from "./commit-tree.ts";
import { MAX_READ_BYTES, nullIfRefused, readText, toBytes } from "./file-text.ts";
import { grepIndex, grepIndexFiles } from "./grep-index.ts";
import { openHistory } from "./history.ts";
import { createJobFiles, type JobFiles } from "./job-files.ts";
import { createJobEdits, createJobIndex, type JobEdits } from "./job-index.ts";
import { findNavigationParts } from "./navigation-parts.ts";
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
  const blobs = openBlobReader(cache, { maxBytes: MAX_READ_BYTES });
  const { tree, files, rules, fetched } = await withCorruptionReport(cache, () => prepare(cache, blobs, input)).catch(
    (error: unknown) => {
      blobs.close();
      throw error;
    },
  );
  const large = withCorruptionReport(cache, () => fetched);
  const present = large.then(() => undefined);
  present.catch(() => undefined);
  const start = { paths: files.paths(), tree, docsPath, commit: startSha };
  const folder = await makeJobFolder(cache.dataDir, jobId);
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
    history: openHistory({ cache, startSha, refuse: (path) => refusePath(path, rules) }),
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
        rules,
        jobId,
        message,
        at,
      });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function prepare(
  cache: RepositoryCache,
  blobs: BlobReader,
  { jobId, docsPath, startSha, isHeld }: OpenWorkspaceInput,
) {
  if (!isHeld) await pinCommit(cache, startSha, jobRef(jobId, "start"));
  const listing = await openListing(cache, startSha, docsPath);
  const parts = await findNavigationParts({ cache, blobs, docsPath }, listing);
  const rules: PathRules = { docsPath, isEditable: (path) => isDocsFile(path) || parts.has(path) };
  const editable = parts.size === 0 ? listing.editable : new Map([...listing.editable, ...parts]);
  return {
    tree: listing.tree,
    files: createJobFiles({ tree: listing.tree, editable }, rules),
    rules,
    fetched: listing.fetched,
  };
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
export async function makeJobFolder(dataDir: string, jobId: string): Promise<string> {
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
