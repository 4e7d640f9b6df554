import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openBlobReader } from "./blob-reader.ts";
import { commitTree } from "./commit-tree.ts";
import { fetchBlobs, holdCommit, jobRef } from "./fetch-job.ts";
import { toBytes, toText } from "./file-text.ts";
import { grepIndex } from "./grep-index.ts";
import type { CommitSha } from "./host.ts";
import { createJobFiles } from "./job-files.ts";
import { makeJobFolder } from "./job-folder.ts";
import { createJobIndex } from "./job-index.ts";
import { listChanges, type TreeChange } from "./list-changes.ts";
import { listTree } from "./list-tree.ts";
import { isDocsFile } from "./path-rules.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import { openSnapshot } from "./snapshot.ts";
import { storeBlob } from "./store-blob.ts";
import type { Workspace } from "./workspace.ts";

export type OpenWorkspaceInput = {
  jobId: string;
  docsPath: string;
  baseSha: CommitSha;
  /** Where the job's edits begin: `baseSha`, or the head of its branch. */
  startSha: CommitSha;
};

/**
 * Opens the files of a job: lists its first commit, fetches the pages and navigation files the cache lacks in one request, and
 * keeps what changes in an index of its own. Nothing of the repository becomes a file.
 */
export async function openWorkspace(
  cache: RepositoryCache,
  input: OpenWorkspaceInput,
): Promise<Workspace & AsyncDisposable> {
  const { jobId, docsPath, baseSha, startSha } = input;
  await holdCommit(cache, startSha, jobRef(jobId, "start"));
  const tree = await listTree(cache, startSha, docsPath);
  const rules = { docsPath };
  const files = createJobFiles(tree, rules);
  await fetchBlobs(
    cache,
    [...tree].flatMap(([path, { mode, sha }]) => (mode === "100644" && isDocsFile(path) ? [sha] : [])),
  );

  const folder = await makeJobFolder(cache.dataDir, jobId);
  const reader = openBlobReader(cache.gitDir);
  const whole = createJobIndex(cache, join(folder, "index"), { commit: startSha });
  const pages = createJobIndex(cache, join(folder, "pages"), { blobs: files.entries });
  const pending = { whole: new Map<string, string | null>(), pages: new Map<string, string | null>() };
  let seen: { changes: TreeChange[]; tree: string } | null = null;

  const set = (path: string, sha: string | null) => {
    files.set(path, sha);
    for (const list of Object.values(pending)) list.set(path, sha);
    seen = null;
  };
  const flush = async (name: keyof typeof pending) => {
    const changes = [...pending[name]].map(([path, sha]) => ({ path, sha }));
    pending[name].clear();
    const index = { whole, pages }[name];
    await index.update(changes);
    return index.env();
  };
  const compare = async () => {
    if (seen) return seen;
    const env = await flush("whole");
    const { stdout } = await cache.git({ args: ["write-tree", "--missing-ok"], env });
    const treeSha = stdout.toString("latin1").trim();
    seen = { changes: await listChanges(cache, `${startSha}^{tree}`, treeSha), tree: treeSha };
    return seen;
  };
  const read = async (path: string) => {
    const sha = files.find(path);
    const bytes = sha === null ? null : await reader.read(sha);
    return bytes && { path, text: toText(path, bytes) };
  };
  const close = async () => {
    reader.close();
    await rm(folder, { recursive: true, force: true });
  };

  return {
    baseSha,
    startSha,
    docsPath,
    start: openSnapshot({ cache, reader, commit: startSha, tree, rules }),
    paths: async () => files.paths(),
    exists: async (path) => files.find(path) !== null,
    read,
    readMany: async (paths) =>
      (await Promise.all(paths.map((path) => read(path).catch(() => null)))).filter((file) => file !== null),
    grep: async (pattern, path) => grepIndex(cache, { pattern, path, env: await flush("pages") }),
    async write(path, text) {
      files.requireWritable(path);
      set(path, await storeBlob(cache, toBytes(path, text)));
    },
    async remove(path) {
      files.requireWritable(path);
      if (files.find(path) !== null) set(path, null);
    },
    async move(from, to) {
      const sha = files.find(from);
      if (sha === null) return;
      files.requireWritable(from);
      set(from, null);
      try {
        files.requireWritable(to);
        set(to, sha);
      } catch (error) {
        set(from, sha);
        throw error;
      }
    },
    changes: async () => (await compare()).changes,
    commit: async (message, at) =>
      commitTree(cache, { ...(await compare()), parent: startSha, rules, jobId, message, at }),
    close,
    [Symbol.asyncDispose]: close,
  };
}
