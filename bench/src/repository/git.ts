import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Git as it comes, without what a person has configured: the same for the product's repositories and for the clone. */
export const GIT_ENV = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  LC_ALL: "C",
};

/** Runs git and returns what it printed, without the last line end. */
export async function git(args: string[]): Promise<string> {
  const { stdout } = await run("git", args, { env: GIT_ENV, maxBuffer: 256 * 1024 * 1024 });
  return stdout.replace(/\n$/, "");
}
