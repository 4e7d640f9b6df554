import type { DocsReader } from "@docsteward/docs/docs-reader";
import { openBlobReader } from "@docsteward/git/cache/blob-reader";
import { GitError } from "@docsteward/git/error";
import { MAX_READ_BYTES, readText } from "@docsteward/git/files/file-text";
import { runGit } from "@docsteward/git/run/run-git";
import { UsageError } from "../usage-error.ts";
import type { FoundRepository } from "./find-repository.ts";
import { toReader } from "./to-reader.ts";

export type CommitReader = { reader: DocsReader; close(): void };

/** Reads the files of a commit from the repository itself: nothing is checked out. */
export async function openCommitReader(
  { gitDir, prefix }: FoundRepository,
  commit: string,
  docsPath: string,
): Promise<CommitReader> {
  const args = ["ls-tree", "-r", "-z", "--full-tree", commit, ...(prefix === "" ? [] : ["--", `${prefix}/`])];
  const { stdout } = await runGit({ gitDir, args, maxBytes: 512 * 1024 * 1024 });
  const blobs = new Map<string, string>();
  for (const line of stdout.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    const [mode = "", , sha = ""] = line.slice(0, tab).split(" ");
    const path = line.slice(tab + 1 + (prefix === "" ? 0 : prefix.length + 1));
    // A symbolic link or a submodule is a name, and no text.
    if (tab >= 0) blobs.set(path, mode.startsWith("100") ? sha : "");
  }
  const objects = openBlobReader({ gitDir, reportBroken: async () => undefined }, { maxBytes: MAX_READ_BYTES });
  const read = async (path: string) => {
    const sha = blobs.get(path);
    return sha ? readText(objects, path, sha).catch(refusedAsNull) : null;
  };
  return { reader: toReader({ paths: [...blobs.keys()], readText: read }, docsPath), close: () => objects.close() };
}

function refusedAsNull(error: unknown): null {
  if (error instanceof GitError && error.code === "path_refused") return null;
  throw error;
}

/** The commit that a name stands for. @throws UsageError when there is none */
export async function findCommit({ gitDir }: FoundRepository, ref: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const { stdout, code } = await runGit({ gitDir, args, okCodes: [1, 128] });
  if (code !== 0) throw new UsageError(`Commit "${ref}" not found in the repository. Use a branch, tag or commit.`);
  return stdout.toString("latin1").trim();
}

/** Where two lines of commits parted; the first of them when that is not known, as in a shallow clone. */
export async function findForkPoint({ gitDir }: FoundRepository, base: string, head: string): Promise<string> {
  const { stdout } = await runGit({ gitDir, args: ["merge-base", base, head], okCodes: [1, 128] });
  return stdout.toString("latin1").trim() || base;
}
