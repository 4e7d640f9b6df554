import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { GitHubError } from "../github-error.ts";
import { runGit } from "./run-git.ts";

export type TreeEntry = { path: string; mode?: string; sha?: string | null; content?: string };

/** Writes a tree: entries over a base tree, or by themselves. A null `sha` takes a path out. */
export async function writeTree(
  path: string,
  { base, entries }: { base: string | null; entries: readonly TreeEntry[] },
): Promise<string> {
  const index = join(path, `forge-index-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    if (base) await runGit({ path, args: ["read-tree", "--end-of-options", `${base}^{tree}`], env });
    const lines = await Promise.all(entries.map((entry) => toLine(path, entry)));
    await runGit({ path, args: ["update-index", "-z", "--index-info"], stdin: lines.join(""), env });
    return await runGit({ path, args: ["write-tree"], env });
  } catch (error) {
    throw new GitHubError(422, `tree.sha is not valid: ${error instanceof Error ? error.message : error}`);
  } finally {
    await rm(index, { force: true });
  }
}

async function toLine(path: string, entry: TreeEntry): Promise<string> {
  if (entry.sha === null) return `0 ${"0".repeat(40)}\t${entry.path}\0`;
  const args = ["hash-object", "-w", "--stdin"];
  const sha = entry.sha ?? (await runGit({ path, args, stdin: entry.content ?? "" }));
  return `${entry.mode ?? "100644"} ${sha}\t${entry.path}\0`;
}
