import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { promisify } from "node:util";
import type { CommitSha } from "./host.ts";
import type { TestRepository } from "./testing.ts";

const execute = promisify(execFile);

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
  const tree = await writeTree(repository.path, entries);
  const parent = await repository.head(branch).catch(() => null);
  const sha = await repository.git("commit-tree", tree, "-m", "Raw tree", ...(parent ? ["-p", parent] : []));
  await repository.git("update-ref", `refs/heads/${branch}`, sha);
  return sha;
}

async function writeTree(path: string, entries: readonly RawEntry[]): Promise<string> {
  const records: Uint8Array[] = [];
  for (const { mode, name, content } of entries) {
    const sha = await writeEntry(path, mode, content);
    records.push(Buffer.from(`${mode} `), Buffer.from(name), Buffer.from([0]), Buffer.from(sha, "hex"));
  }
  return writeObject(path, "tree", Buffer.concat(records));
}

async function writeEntry(path: string, mode: string, content: RawEntry["content"]): Promise<string> {
  if (mode === "160000" && typeof content === "string") return content;
  if (typeof content === "string" || content instanceof Uint8Array) return writeObject(path, "blob", content);
  return writeTree(path, content);
}

async function writeObject(path: string, type: string, content: string | Uint8Array): Promise<string> {
  const running = execute("git", ["hash-object", "-t", type, "-w", "--stdin", "--literally"], {
    cwd: path,
    env: { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: devNull },
  });
  running.child.stdin?.end(content);
  return (await running).stdout.trim();
}
