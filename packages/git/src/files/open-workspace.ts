import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isRedirectFile } from "@docsteward/contract/docs-files";
import { oncePer } from "@docsteward/platform/once-per";
import { type BlobReader, openBlobReader, storeBlob } from "../cache/blob-store.ts";
import { type Listing, openListing } from "../cache/commit-listing.ts";
import { fetchBlobs, jobRef, pinCommit, releaseJobRefs } from "../cache/job-refs.ts";
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
import { nameText, openSnapshot } from "./snapshot.ts";

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
  const { files, start, rules, fetched } = await withCorruptionReport(cache, () => prepare(cache, blobs, input)).catch(
    (error: unknown) => {
      blobs.close();
      throw error;
    },
  );
  const large = withCorruptionReport(cache, () => fetched);
  const present = large.then(() => undefined);
  present.catch(() => undefined);
  const folder = await makeJobFolder(cache.dataDir, jobId);
  const reader: BlobReader = {
    close: blobs.close,
    read: async (sha) => ((await large).has(sha) ? TOO_LARGE : blobs.read(sha)),
  };
  const whole = createJobIndex(cache, join(folder, "index"), { commit: startSha });
  const pages = createJobIndex(cache, join(folder, "pages"), { blobs: files.entries });
  const edits = createJobEdits(cache, { startSha, files, read: reader.read, whole, pages });

  const snapshot = openSnapshot({
    ...{ cache, reader, docsPath, commit: startSha },
    ...{ tree: start.tree, paths: start.paths, isEditable: start.editable.has },
  });
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
    identify(path) {
      const sha = files.blobOf(path);
      return sha === undefined ? undefined : nameText(cache, sha);
    },
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
      return commitTree(cache, { ...(await edits.compare()), parent: startSha, rules, message, at });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function prepare(
  cache: RepositoryCache,
  blobs: BlobReader,
  { jobId, docsPath, baseSha, startSha, isHeld }: OpenWorkspaceInput,
) {
  if (!isHeld) await pinCommit(cache, startSha, jobRef(jobId, "start"));
  const listing = await openListing(cache, startSha, docsPath);
  const { tree, editable, fetched } = listing;
  const ground = { cache, blobs, docsPath };
  const own = await findNavigationParts(ground, listing);
  // What an earlier round of the job named is none: a person has not taken it in yet.
  const isFirst = baseSha === startSha || own.size === 0;
  const base = isFirst ? own : await findNavigationParts(ground, await openListing(cache, baseSha, docsPath));
  const parts = new Map([
    ...[...own].filter(([path]) => base.has(path)),
    ...(await findRedirectFiles(cache, docsPath, listing)),
  ]);
  const rules: PathRules = { docsPath, isEditable: (path) => isDocsFile(path) || parts.has(path) };
  const files = {
    tree,
    editable: {
      get: (path: string) => parts.get(path) ?? editable.get(path),
      has: (path: string) => parts.has(path) || editable.has(path),
    },
    paths: withParts(listing.paths, parts),
  };
  return { files: createJobFiles(files, rules), start: files, rules, fetched };
}

/** Files of a commit that are told by their names alone. */
const redirectFiles = oncePer((names: Listing["names"]) => names.filter(isRedirectFile));

/** The last list with parts by the list without them: most jobs on a site have the same parts. */
const joined = new WeakMap<readonly string[], { parts: string; paths: readonly string[] }>();

function withParts(paths: readonly string[], parts: ReadonlyMap<string, string>): readonly string[] {
  if (parts.size === 0) return paths;
  const added = [...parts.keys()].join("\0");
  const last = joined.get(paths);
  if (last?.parts === added) return last.paths;
  const all = [...paths, ...parts.keys()].sort();
  joined.set(paths, { parts: added, paths: all });
  return all;
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

const MAX_REDIRECT_FILES = 20;

/**
 * The files of the first commit that hold redirects, as blob by path: a job may add some, and cannot make such a file.
 */
async function findRedirectFiles(
  cache: RepositoryCache,
  docsPath: string,
  { tree, names }: Pick<Listing, "tree" | "names">,
): Promise<[path: string, sha: string][]> {
  const rules = { docsPath, isEditable: () => true };
  const found = redirectFiles(names)
    .flatMap((path): [path: string, sha: string][] => {
      const { mode, sha } = tree.get(path) ?? {};
      return mode === "100644" && sha !== undefined && refusePath(path, rules) === null ? [[path, sha]] : [];
    })
    .sort(([a], [b]) => a.split("/").length - b.split("/").length)
    .slice(0, MAX_REDIRECT_FILES);
  if (found.length > 0)
    await fetchBlobs(
      cache,
      found.map(([, sha]) => sha),
    );
  return found;
}
