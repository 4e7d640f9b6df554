import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs git on the sample repository and returns what it says. */
export async function git(repository: string, ...args: string[]): Promise<string> {
  const { stdout } = await run("git", [`--git-dir=${repository}`, "-c", `safe.directory=${repository}`, ...args], {
    maxBuffer: 50_000_000,
  });
  return stdout.trimEnd();
}
