import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { GitHubError, invalid } from "../github-error.ts";
import type { Account, Repository, State } from "../state.ts";
import { GitFailed, resolveCommit, runGit } from "./run-git.ts";

type CommitPerson = { name: string; email: string; date: string };

type CommitData = {
  tree: string;
  parents: string[];
  author: CommitPerson;
  committer: CommitPerson;
  message: string;
};

const FORMAT = ["%T", "%P", "%an", "%ae", "%at", "%cn", "%ce", "%ct", "%B"].join("%x01");

/** Reads a commit. @throws GitFailed when there is none of that name */
export async function readCommit(path: string, sha: string): Promise<CommitData> {
  const args = [
    "show",
    "--no-patch",
    "--no-show-signature",
    `--format=${FORMAT}`,
    "--end-of-options",
    `${sha}^{commit}`,
  ];
  const [tree = "", parents = "", an = "", ae = "", at = "", cn = "", ce = "", ct = "", ...message] = (
    await runGit({ path, args })
  ).split("\x01");
  return {
    tree,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    author: { name: an, email: ae, date: toDate(at) },
    committer: { name: cn, email: ce, date: toDate(ct) },
    message: message.join("\x01").trimEnd(),
  };
}

const toDate = (seconds: string) => `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}Z`;

type Person = { name?: string; email?: string; date?: string };
type CommitRequest = {
  message?: unknown;
  tree?: unknown;
  parents?: unknown;
  author?: Person;
  committer?: Person;
  by: Account;
};

/** Writes a commit from an API request. Without a named author, the caller is the author and GitHub the committer. */
export async function writeCommit(state: State, repository: Repository, request: CommitRequest): Promise<string> {
  const { path } = repository;
  const { message, tree, parents, author, committer, by } = request;
  if (typeof message !== "string") throw invalid({ resource: "Commit", field: "message", code: "missing_field" });
  if (typeof tree !== "string") throw invalid({ resource: "Commit", field: "tree", code: "missing_field" });
  const named = Array.isArray(parents) ? parents.map(String) : [];
  for (const parent of named) {
    if (!(await resolveCommit(path, parent)))
      throw new GitHubError(422, "Parent SHA does not exist or is not a commit object");
  }
  const now = state.now().toISOString();
  const own = { name: by.login, email: `${by.id}+${by.login}@users.noreply.forge.localhost` };
  const github = { name: "GitHub", email: "noreply@forge.localhost" };
  const env = {
    ...toEnvironment("AUTHOR", { date: now, ...own, ...author }),
    ...toEnvironment("COMMITTER", { date: now, ...(author ?? github), ...committer }),
  };
  const args = ["commit-tree", tree, ...named.flatMap((parent) => ["-p", parent])];
  return runGit({ path, args, stdin: message, env }).catch(() => {
    throw new GitHubError(422, "Tree SHA does not exist");
  });
}

function toEnvironment(who: string, { name = "", email = "", date = "" }: Person): Record<string, string> {
  return { [`GIT_${who}_NAME`]: name, [`GIT_${who}_EMAIL`]: email, [`GIT_${who}_DATE`]: date };
}

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

/** The tree of the merge, or null where the branches do not go together. */
export async function mergeTree(
  path: string,
  { baseSha, headSha }: { baseSha: string; headSha: string },
): Promise<string | null> {
  try {
    const printed = await runGit({ path, args: ["merge-tree", "--write-tree", baseSha, headSha] });
    return printed.split("\n", 1)[0] ?? null;
  } catch (error) {
    // One is git's word for a conflict.
    if (error instanceof GitFailed && error.code === 1) return null;
    throw error;
  }
}
