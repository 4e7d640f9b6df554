import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { sharePriority } from "@docsteward/platform/priority";

/** What git is called with. Nothing of the process that calls it comes beside that. */
export type GitCommand = {
  args: readonly string[];
  env: Record<string, string>;
  /** The user that git runs as; by default the user of this process. */
  user?: GitUser | null;
  /** Memory that git may take for itself; what it maps of its packs does not count. */
  maxMegabytes?: number;
  /** Whole seconds of CPU time that git may take. Unlike a time to wait, they are the same on a busy machine. */
  maxCpuSeconds?: number;
};

/** A user of this machine, without any further group. */
export type GitUser = { uid: number; gid: number };

/** Callbacks of a git process. */
export type GitEvents = {
  /** A promise that is returned holds git's output back until it settles. */
  onStdout(chunk: Buffer): Promise<void> | void;
  onStderr(chunk: Buffer): Promise<void> | void;
  /** Called once and last, when the output is complete: with the exit code, -1 after a signal, or the reason why git did not start. */
  onEnd(end: number | Error): void;
};

/** A git that runs, as the leader of a process group of its own. */
export type GitProcess = {
  /** Undefined where git could not be started, and before it is known. */
  readonly pid: number | undefined;
  write(bytes: string | Uint8Array): void;
  /** Says that no more input comes. */
  endInput(): void;
  /**
   * Ends the process group: politely, so that git takes its lock files away, then by force a second later.
   *
   * Does nothing once the output of the group has ended; until then a member may be left although git itself is gone.
   */
  stop(): void;
};

/** Starts git. Implementations differ in the process that forks. */
export type StartGit = (command: GitCommand, events: GitEvents) => GitProcess;

const TERMINATION_GRACE_MS = 1_000;
/** Becomes git, where the system lets it with a bound. The words of the call are arguments, never part of this. */
const BOUNDED = 'ulimit -d "$0" 2>/dev/null; ulimit -t "$1" 2>/dev/null; shift; exec git "$@"';

/** Starts git as a child of this process. The larger this process is, the longer that takes: the system copies its page tables. */
export const spawnGit: StartGit = ({ args, env, user, maxMegabytes, maxCpuSeconds }, events) => {
  const [file, ...before] =
    maxMegabytes === undefined && maxCpuSeconds === undefined
      ? ["git"]
      : ["sh", "-c", BOUNDED, inKilobytes(maxMegabytes), `${maxCpuSeconds ?? "unlimited"}`];
  const child = spawn(file, [...before, ...args], { cwd: "/", env, stdio: "pipe", detached: true, ...user });
  const { pid, stdin, stdout, stderr } = child;
  sharePriority(pid);
  let isOver = false;
  const end = (how: number | Error) => {
    if (isOver) return;
    isOver = true;
    events.onEnd(how);
  };
  forward(stdout, events.onStdout);
  forward(stderr, events.onStderr);
  // git may end before it has read everything; its exit code says what that means.
  stdin.on("error", () => undefined);
  child.on("error", end);
  child.on("close", (code) => end(code ?? -1));
  return {
    pid,
    write: (bytes) => void stdin.write(bytes),
    endInput: () => void stdin.end(),
    stop() {
      if (pid === undefined || (stdout.closed && stderr.closed)) return;
      const cancel = endGroup(pid);
      child.once("close", cancel);
    },
  };
};

const inKilobytes = (megabytes: number | undefined) => (megabytes === undefined ? "unlimited" : `${megabytes * 1_024}`);

function forward(output: Readable, onChunk: GitEvents["onStdout"]): void {
  output.on("data", (chunk: Buffer) => {
    const taken = onChunk(chunk);
    if (taken === undefined) return;
    output.pause();
    void taken.finally(() => output.resume());
  });
}

/**
 * Ends a process group: politely, and by force a second later.
 *
 * @returns what calls the second off, for when the group is known to be gone
 */
export function endGroup(pid: number): () => void {
  signalGroup(pid, "SIGTERM");
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), TERMINATION_GRACE_MS).unref();
  return () => clearTimeout(timer);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

let starter: StartGit = spawnGit;

/** Starts git with the starter of this process; by default as a direct child. */
export const startGit: StartGit = (command, events) => starter(command, events);

/** Chooses how this process starts git, for every call from now on. */
export function setGitStarter(start: StartGit): void {
  starter = start;
}
