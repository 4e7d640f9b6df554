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

/** The pids of the processes that one has started, and of those that these have started. */
export async function findDescendants(pid: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-eo", "pid=,ppid="]);
  const pairs = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.flatMap(([child = 0, of = 0]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

/** Those of the processes that still run. A process that has ended but was not reaped yet does not count. */
export async function findRunning(pids: readonly number[]): Promise<number[]> {
  const { stdout } = await run("ps", ["-eo", "pid=,stat="]);
  const running = stdout.split("\n").flatMap((line) => {
    const [pid, state = "Z"] = line.trim().split(/\s+/);
    return state.startsWith("Z") ? [] : [Number(pid)];
  });
  return pids.filter((pid) => running.includes(pid));
}

/** Sends a signal to those of the processes that still run: one may end between a look at the list and its signal. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
