import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { GitError } from "../error.ts";
import type { RepositoryAccess } from "../host.ts";
import { hardenedArguments, hardenedEnvironment } from "./hardened-git.ts";
import { toGitError } from "./to-git-error.ts";
import { toRemoteConfig } from "./to-remote-config.ts";

export type GitRun = {
  /** The subcommand and its arguments. */
  args: readonly string[];
  /** The repository to work in; without one git looks for none. */
  gitDir?: string;
  /** The remote `origin` of this one call. Without it git may not speak to anything. */
  remote?: RepositoryAccess;
  /** Further `key=value` settings, never secret: they are seen in the list of processes. */
  config?: readonly string[];
  env?: Record<string, string>;
  stdin?: string | Uint8Array;
  /** 60 s unless told. At its end the whole process group is ended. */
  timeoutMs?: number;
  /** Upper size of the output, 64 MiB unless told. */
  maxBytes?: number;
  /** What happens above `maxBytes`: fail (the default), or stop git and return what there is with `isCut`. */
  overflow?: "fail" | "cut";
  /** Exit codes that are answers and no failures; 0 is always one. */
  okCodes?: readonly number[];
  signal?: AbortSignal;
};

export type GitOutput = { stdout: Buffer; stderr: string; code: number; isCut: boolean };

const MAX_STDERR_BYTES = 64 * 1024;
const TERMINATION_GRACE_MS = 1_000;

/**
 * Runs git once with the hardened environment and settings, without a shell.
 *
 * @throws GitError with a sentence for people; what git said is in `cause`. `timed_out` after `timeoutMs`.
 * @throws the signal's reason when it is aborted
 */
export async function runGit(run: GitRun): Promise<GitOutput> {
  run.signal?.throwIfAborted();
  const child = startGit(run);
  const output = collect(child, run);
  // git may end before it has read everything; its exit code says what that means.
  child.stdin.on("error", () => undefined);
  child.stdin.end(run.stdin ?? "");
  const ended = await output;
  run.signal?.throwIfAborted();
  if (ended.stopped === "timeout")
    throw new GitError("timed_out", "git took too long and was stopped. Try again later.");
  if (ended.stopped === "overflow" && run.overflow !== "cut") {
    throw new GitError(
      "limit_reached",
      "git returned more than can be handled. The repository or the change is too large.",
    );
  }
  const isCut = ended.stopped === "overflow";
  if (!isCut && ended.code !== 0 && !run.okCodes?.includes(ended.code)) throw toGitError(run, ended);
  return { stdout: ended.stdout, stderr: ended.stderr, code: ended.code, isCut };
}

/**
 * Starts git as the leader of a process group of its own and leaves the talking to the caller.
 *
 * @see endGroup for how to stop it
 */
export function startGit(
  run: Pick<GitRun, "args" | "gitDir" | "remote" | "config" | "env">,
): ChildProcessWithoutNullStreams {
  const config = [...(run.remote ? toRemoteConfig(run.remote) : []), ...(run.config ?? [])];
  const protocols = run.remote ? new URL(run.remote.url).protocol.replace(":", "") : "";
  return spawn("git", [...hardenedArguments(run.gitDir, config), ...run.args], {
    cwd: "/",
    env: hardenedEnvironment(protocols, { ...run.remote?.env, ...run.env }),
    stdio: "pipe",
    detached: true,
  });
}

/**
 * Ends a process group: politely, so that git takes its lock files away, then by force a second later.
 *
 * Does nothing once the output of the group has ended; until then a member may be left although git itself is gone.
 */
export function endGroup(child: ChildProcessWithoutNullStreams): void {
  const { pid } = child;
  if (pid === undefined || (child.stdout.closed && child.stderr.closed)) return;
  killGroup(pid, "SIGTERM");
  const timer = setTimeout(() => killGroup(pid, "SIGKILL"), TERMINATION_GRACE_MS).unref();
  child.once("close", () => clearTimeout(timer));
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

type Ended = { stdout: Buffer; stderr: string; code: number; stopped: "timeout" | "overflow" | "abort" | null };

function collect(child: ChildProcessWithoutNullStreams, run: GitRun): Promise<Ended> {
  const { timeoutMs = 60_000, maxBytes = 64 * 1024 * 1024, signal } = run;
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let stdoutBytes = 0;
    let stderrBytes = 0;
    let stopped: Ended["stopped"] = null;
    const stop = (why: NonNullable<Ended["stopped"]>) => {
      stopped ??= why;
      endGroup(child);
    };
    const timer = setTimeout(() => stop("timeout"), timeoutMs);
    const onAbort = () => stop("abort");
    signal?.addEventListener("abort", onAbort, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      if (stopped) return;
      const room = maxBytes - stdoutBytes;
      stdoutBytes += chunk.length;
      stdout.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length > room) stop("overflow");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (stderrBytes < MAX_STDERR_BYTES) stderr.push(chunk);
      stderrBytes += chunk.length;
    });
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    child.on("error", (error) => {
      settle();
      reject(
        new GitError("unavailable", "git could not be started. Install git 2.38 or newer on the server.", {
          cause: error,
        }),
      );
    });
    child.on("close", (code) => {
      settle();
      resolve({
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString("utf8"),
        code: code ?? -1,
        stopped,
      });
    });
  });
}
