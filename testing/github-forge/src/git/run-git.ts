import { spawn } from "node:child_process";
import { devNull } from "node:os";

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
export function printGit({ path, args, stdin, env }: GitRun): Promise<string> {
  const child = spawn("git", ["--git-dir", path, ...args], {
    env: { ...gitEnvironment(), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(out).toString("utf8"));
      else reject(new GitFailed(args, code, Buffer.concat(err).toString("utf8").trim()));
    });
    // Git may end before it has read all; what it says then is the reason.
    child.stdin.on("error", () => undefined).end(stdin);
  });
}

/** The commit that a revision names, or null. */
export function resolveCommit(path: string, revision: string): Promise<string | null> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  return runGit({ path, args }).catch(() => null);
}

/** The commit that a branch is at; null without the branch. */
export const branchHead = (path: string, branch: string) => resolveCommit(path, `refs/heads/${branch}`);
