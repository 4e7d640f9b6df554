import { storeObject } from "../cache/blob-store.ts";
import type { RepositoryCache } from "../cache/repository-cache.ts";
import { GitError } from "../error.ts";
import type { CommitSha } from "../host.ts";
import { type PathRules, refuseNewName, refusePath } from "../rules/path-rules.ts";
import { DOCSTEWARD_IDENTITY } from "../run/hardened-git.ts";
import type { Commit } from "../workspace.ts";
import type { TreeChange } from "./diff.ts";
import { refusal } from "./file-text.ts";

export const MAX_CHANGED_FILES = 50;
const MAX_LINES = 5_000;

type CommitTreeInput = {
  changes: readonly TreeChange[];
  tree: string;
  parent: CommitSha;
  rules: PathRules;
  message: string;
  at: Date;
};

/**
 * Writes a commit, after a last look at the whole difference: whatever wrote the files, nothing leaves that the rules forbid.
 *
 * @returns null when nothing differs
 */
export async function commitTree(cache: RepositoryCache, input: CommitTreeInput): Promise<Commit | null> {
  const { changes, tree, parent, rules, message, at } = input;
  if (changes.length === 0) return null;
  requireAllowed(changes, rules);
  return writeCommit(cache, { tree, parent, message, at });
}

type NewCommit = Pick<CommitTreeInput, "tree" | "parent" | "message" | "at">;

/**
 * Writes a commit of Docsteward's into the cache: it stays there at least until the cache is closed. The same input gives the same
 * commit.
 */
export async function writeCommit(
  cache: Pick<RepositoryCache, "gitDir">,
  { tree, parent, message, at }: NewCommit,
): Promise<Commit> {
  const { name, email } = DOCSTEWARD_IDENTITY;
  const by = `${name} <${email}> ${Math.floor(at.getTime() / 1000)} +0000`;
  // What `git commit-tree` writes, to the byte: a commit that an earlier version announced must come out the same.
  const lines = [
    `tree ${tree}`,
    `parent ${parent}`,
    `author ${by}`,
    `committer ${by}`,
    "",
    message.replaceAll("\0", ""),
  ];
  const sha = await storeObject(cache, "commit", Buffer.from(lines.join("\n")));
  return { sha, tree, parent };
}

function requireAllowed(changes: readonly TreeChange[], rules: PathRules): void {
  if (changes.length > MAX_CHANGED_FILES) {
    throw new GitError(
      "limit_reached",
      `The job changed ${changes.length} files. The limit is ${MAX_CHANGED_FILES}. Split the task.`,
    );
  }
  const lines = changes.reduce((sum, { additions, deletions }) => sum + additions + deletions, 0);
  if (lines > MAX_LINES) {
    throw new GitError("limit_reached", `The job changed ${lines} lines. The limit is ${MAX_LINES}. Split the task.`);
  }
  for (const { path, from, mode, status } of changes) {
    const isNew = status === "added" || status === "renamed";
    const refused =
      refusePath(path, rules) ??
      (isNew ? refuseNewName(path) : null) ??
      (from === undefined ? null : refusePath(from, rules));
    if (refused) throw refusal(refused);
    if (mode !== "100644" && mode !== "000000") throw refusal(`${path} isn't a regular file.`);
  }
}
