import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The pids of the processes whose command line holds every one of these words, e.g. a git command and a test's own folder. */
export async function findProcesses(...words: string[]): Promise<number[]> {
  const { stdout } = await run("ps", ["-eo", "pid=,args="], { maxBuffer: 16 * 1024 * 1024 });
  return stdout
    .split("\n")
    .filter((line) => words.every((word) => line.includes(word)))
    .map((line) => Number.parseInt(line, 10));
}
