import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { deflateSync } from "node:zlib";
import type { CommitSha } from "./host.ts";
import type { TestRepository } from "./testing.ts";

export type RawEntry = {
  /** `100644` a file, `100755` an executable, `120000` a symbolic link, `160000` a submodule, `40000` a folder. */
  mode: string;
  /** As it stands in the tree: also what git's own commands would never write. */
  name: string | Uint8Array;
  /** Content of a file or link, the entries of a folder, the commit of a submodule. */
  content: string | Uint8Array | readonly RawEntry[];
};

/** Commits a tree entry by entry, in the order given, with nothing checked: links, submodules, and what fsck refuses. */
export async function commitRawTree(
  repository: Pick<TestRepository, "path" | "branch" | "head" | "git">,
  entries: readonly RawEntry[],
  branch = repository.branch,
): Promise<CommitSha> {
  const objects = resolve(repository.path, await repository.git("rev-parse", "--git-path", "objects"));
  const tree = await writeTree(objects, entries);
  const parent = await repository.head(branch).catch(() => null);
  const sha = await repository.git("commit-tree", tree, "-m", "Raw tree", ...(parent ? ["-p", parent] : []));
  await repository.git("update-ref", `refs/heads/${branch}`, sha);
  return sha;
}

async function writeTree(objects: string, entries: readonly RawEntry[]): Promise<string> {
  const records: Uint8Array[] = [];
  for (const { mode, name, content } of entries) {
    const sha = await writeEntry(objects, mode, content);
    records.push(Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(sha, "hex"));
  }
  return writeObject(objects, "tree", Buffer.concat(records));
}

async function writeEntry(objects: string, mode: string, content: RawEntry["content"]): Promise<string> {
  if (mode === "160000" && typeof content === "string") return content;
  if (typeof content === "string" || content instanceof Uint8Array) return writeObject(objects, "blob", content);
  return writeTree(objects, content);
}

/** Stores an object as git does. A process of git's own for each would take longer than most tests. */
async function writeObject(objects: string, type: string, content: string | Uint8Array): Promise<string> {
  const bytes = Buffer.from(content);
  const object = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
  const sha = createHash("sha1").update(object).digest("hex");
  const folder = join(objects, sha.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, sha.slice(2)), deflateSync(object));
  return sha;
}
