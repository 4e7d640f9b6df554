import { rm } from "node:fs/promises";
import { join } from "node:path";
import { openBlobReader, storeBlob } from "../cache/blob-store.ts";
import { fetchBlobs } from "../cache/job-refs.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import type { Commit } from "../workspace.ts";
import { writeCommit } from "./commit-tree.ts";
import { MAX_READ_BYTES, readText, toBytes } from "./file-text.ts";
import { createJobIndex } from "./job-index.ts";
import { makeJobFolder } from "./open-workspace.ts";

/** Reads one file of a commit in the cache, whatever file it is. Null where there is none. @throws GitError `path_refused` for what is no text */
export async function readOneFile(cache: RepositoryCache, commit: string, path: string): Promise<string | null> {
  const { stdout } = await cache.git({
    args: ["ls-tree", "-z", "--full-tree", commit, "--", path],
    env: { GIT_LITERAL_PATHSPECS: "1" },
  });
  const [mode = "", , sha = ""] = (stdout.toString("utf8").split("\t")[0] ?? "").split(" ");
  if (!mode.startsWith("100")) return null;
  await fetchBlobs(cache, [sha]);
  const reader = openBlobReader(cache, { maxBytes: MAX_READ_BYTES });
  try {
    return await readText(reader, path, sha);
  } finally {
    reader.close();
  }
}

type FileCommit = { jobId: string; parent: string; path: string; text: string; message: string; at: Date };

/** Commits one file on another commit, into the cache alone. The rules for an agent's paths don't count: the caller names the path. */
export async function commitOneFile(cache: RepositoryCache, input: FileCommit): Promise<Commit> {
  const { jobId, parent, path, text, message, at } = input;
  const folder = await makeJobFolder(cache.dataDir, jobId);
  try {
    const index = createJobIndex(cache, join(folder, "index"), { commit: parent });
    index.set(path, await storeBlob(cache, toBytes(path, text)));
    const { stdout } = await index.use((env) => cache.git({ args: ["write-tree", "--missing-ok"], env }));
    return await writeCommit(cache, { tree: stdout.toString("latin1").trim(), parent, message, at });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
