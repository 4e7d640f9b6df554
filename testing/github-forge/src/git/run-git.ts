import { readFile } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";
import { runBySmallProcess } from "./small-process.ts";

export type GitRun = {
  path: string;
  args: readonly string[];
  stdin?: string | Uint8Array;
  env?: Record<string, string>;
};

/** The environment of git: the PATH of this machine, and no user's configuration. */
export function gitEnvironment(): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    LC_ALL: "C",
    TZ: "UTC",
  };
}

export class GitFailed extends Error {
  override readonly name = "GitFailed";
  readonly code: number | null;

  constructor(args: readonly string[], code: number | null, said: string) {
    super(`git ${args[0]} ended with ${code}: ${said}`);
    this.code = code;
  }
}

/** Runs git in a bare repository of the forge. @returns what it prints, without the last line end */
export async function runGit(run: GitRun): Promise<string> {
  return (await printGit(run)).replace(/\n$/, "");
}

/** Runs git in a bare repository of the forge. @returns all that it prints */
export async function printGit({ path, args, stdin, env }: GitRun): Promise<string> {
  const command = { args: ["--git-dir", path, ...args], env: { ...gitEnvironment(), ...env }, stdin };
  const { code, out, err } = await runBySmallProcess(command);
  if (code !== 0) throw new GitFailed(args, code, err.trim());
  return out;
}

/** The commit that a revision names, or null. */
export function resolveCommit(path: string, revision: string): Promise<string | null> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  return runGit({ path, args }).catch(() => null);
}

/**
 * The commit that a branch is at; null without the branch. Asked more often than all else, so it is read as git keeps it: in a file of
 * its own, or in the one of packed refs. Git is asked about names that are none, and links to other branches.
 */
export async function branchHead(path: string, branch: string): Promise<string | null> {
  const ref = `refs/heads/${branch}`;
  if (!BRANCH.test(branch) || branch.includes("..")) return resolveCommit(path, ref);
  const own = await readText(join(path, ref));
  if (own !== null) return SHA.test(own) ? own.trim() : resolveCommit(path, ref);
  const packed = (await readText(join(path, "packed-refs"))) ?? "";
  const line = packed.split("\n").find((entry) => entry.endsWith(` ${ref}`));
  return line?.slice(0, 40) ?? null;
}

const BRANCH = /^\w[\w./-]*$/;
const SHA = /^[0-9a-f]{40}\s*$/;

const readText = (path: string): Promise<string | null> => readFile(path, "utf8").catch(() => null);
