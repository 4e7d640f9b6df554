import { findFaultInText, MachineError } from "@docsteward/platform/machine-error";
import { inSpan } from "@docsteward/platform/tracing";
import { GitError, type GitErrorCode } from "../error.ts";
import type { RepositoryAccess } from "../host.ts";
import { type GitCommand, type GitUser, startGit } from "./git-process.ts";
import { hardenedArguments, hardenedEnvironment } from "./hardened-git.ts";

/** One call of git and its limits. */
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
  /** The user that git runs as; by default the user of this process. */
  user?: GitUser | null;
  /** Memory that git may allocate; by default unlimited. At the limit, git fails or finds less. */
  maxMegabytes?: number;
  /** Whole seconds of CPU time that git may take; by default unlimited. At the limit it is ended: `git_failed`. */
  maxCpuSeconds?: number;
  stdin?: string | Uint8Array;
  /** By default 60 s. At its end the whole process group is ended. */
  timeoutMs?: number;
  /** Upper size of the output, by default 64 MiB. */
  maxBytes?: number;
  /** What happens above `maxBytes`: fail (the default), or stop git and return what there is with `isCut`. */
  overflow?: "fail" | "cut";
  /** Takes the output as it comes, in place of `stdout`. By `"stop"` it says that there is more than it wants: see `overflow`. */
  onOutput?: (chunk: Buffer) => "stop" | undefined;
  /** Exit codes that are answers and no failures; 0 is always one. */
  okCodes?: readonly number[];
  signal?: AbortSignal;
};

/** Output of a git call. `isCut` is true when the output passed `maxBytes`. */
export type GitOutput = { stdout: Buffer; stderr: string; code: number; isCut: boolean };

const MAX_STDERR_BYTES = 64 * 1024;

/**
 * Runs git once with the hardened environment and settings, without a shell.
 *
 * @throws GitError with a sentence for people; what git said is in `cause`. `timed_out` after `timeoutMs`.
 * @throws the signal's reason when it is aborted
 */
export function runGit(run: GitRun): Promise<GitOutput> {
  // The subcommand alone: what follows may name a path or an address.
  const subcommand = run.args[0] ?? "";
  const attributes = { "process.executable.name": "git", "docsteward.git.subcommand": subcommand };
  const options = { kind: run.remote === undefined ? "internal" : "client", attributes } as const;
  return inSpan(`git ${subcommand}`, options, async (span) => {
    const output = await runOnce(run);
    span.set({ "process.exit.code": output.code });
    return output;
  });
}

async function runOnce(given: GitRun): Promise<GitOutput> {
  given.signal?.throwIfAborted();
  const prepared = await given.remote?.prepare?.();
  try {
    return await runPrepared(prepared ? { ...given, env: { ...given.env, ...prepared.env } } : given);
  } finally {
    await prepared?.release();
  }
}

async function runPrepared(run: GitRun): Promise<GitOutput> {
  // A process that starts git itself throws what another one reports.
  const ended = await collect(run).catch((error: Error) => {
    throw error instanceof GitError ? error : toStartError(error);
  });
  run.signal?.throwIfAborted();
  if (ended.stopped === "timeout")
    throw new GitError("timed_out", "git took too long and was stopped. Try again later.");
  if (ended.stopped === "overflow" && run.overflow !== "cut") {
    throw new GitError("limit_reached", "git returned too much data. The repository or the change is too large.");
  }
  const isCut = ended.stopped === "overflow";
  if (!isCut && ended.code !== 0 && !run.okCodes?.includes(ended.code)) throw toGitError(run, ended);
  return { stdout: ended.stdout, stderr: ended.stderr, code: ended.code, isCut };
}

/** The command of a call: hardened, and with what it may reach. */
export function toCommand(
  run: Pick<GitRun, "args" | "gitDir" | "remote" | "config" | "env" | "user" | "maxMegabytes" | "maxCpuSeconds">,
): GitCommand {
  const config = [...(run.remote ? toRemoteConfig(run.remote) : []), ...(run.config ?? [])];
  const protocols = run.remote ? new URL(run.remote.url).protocol.replace(":", "") : "";
  return {
    args: [...hardenedArguments(run.gitDir, config), ...run.args],
    env: hardenedEnvironment(protocols, { ...run.remote?.env, ...run.env }),
    user: run.user,
    maxMegabytes: run.maxMegabytes,
    maxCpuSeconds: run.maxCpuSeconds,
  };
}

type Ended = { stdout: Buffer; stderr: string; code: number; stopped: "timeout" | "overflow" | "abort" | null };

function collect(run: GitRun): Promise<Ended> {
  const { timeoutMs = 60_000, maxBytes = 64 * 1024 * 1024, signal } = run;
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let stdoutBytes = 0;
    let stderrBytes = 0;
    let stopped: Ended["stopped"] = null;
    const git = startGit(toCommand(run), {
      onStdout(chunk) {
        if (stopped) return;
        if (run.onOutput) {
          if (run.onOutput(chunk) === "stop") stop("overflow");
          return;
        }
        const room = maxBytes - stdoutBytes;
        stdoutBytes += chunk.length;
        stdout.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
        if (chunk.length > room) stop("overflow");
      },
      onStderr(chunk) {
        if (stderrBytes < MAX_STDERR_BYTES) stderr.push(chunk);
        stderrBytes += chunk.length;
      },
      onEnd(end) {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        if (typeof end !== "number") return reject(toStartError(end));
        resolve({
          stdout: Buffer.concat(stdout),
          stderr: Buffer.concat(stderr).toString("utf8"),
          code: end,
          stopped,
        });
      },
    });
    const stop = (why: NonNullable<Ended["stopped"]>) => {
      stopped ??= why;
      git.stop();
    };
    const timer = setTimeout(() => stop("timeout"), timeoutMs);
    const onAbort = () => stop("abort");
    signal?.addEventListener("abort", onAbort, { once: true });
    if (run.stdin !== undefined && run.stdin.length > 0) git.write(run.stdin);
    git.endInput();
  });
}

/** @param cause what the system said */
export function toStartError(cause: Error): GitError {
  // Too many words, or some that no program can have: they come from the work, and are not this machine's fault.
  const { code } = cause as NodeJS.ErrnoException;
  if (code === "E2BIG" || code?.startsWith("ERR_INVALID_") === true)
    return new GitError("git_failed", "git was called with invalid arguments.", { cause });
  const fault = new MachineError("git can't be started", { cause });
  return new GitError("unavailable", "git could not be started. Install git 2.38 or newer on the server.", {
    cause: fault,
  });
}

/**
 * The remote `origin` as settings of one call, so that nothing about it is kept on disk.
 *
 * It is a promisor: objects git left out of the cache are known to exist there.
 */
function toRemoteConfig(access: RepositoryAccess): string[] {
  return [
    `remote.origin.url=${access.url}`,
    "remote.origin.promisor=true",
    "remote.origin.partialCloneFilter=blob:none",
    // A push that asks first what the other end has knows the remote by its address alone.
    ...["origin", access.url].flatMap((name) =>
      access.uploadPack ? [`remote.${name}.uploadpack=${access.uploadPack}`] : [],
    ),
    ...(access.receivePack ? [`remote.origin.receivepack=${access.receivePack}`] : []),
    // The base may have moved since the job began: asking what the other end has keeps the push small all the same.
    "push.negotiate=true",
  ];
}

type Failure = {
  pattern: Pick<RegExp, "test">;
  code: GitErrorCode;
  message: string;
  /** Whether no host has a better sentence. */
  isExact?: true;
};

const NOT_FOUND = {
  code: "repository_not_found",
  message: "The repository was not found. Check the project's repository.",
} as const;

/** What git prints (in the C locale) when the other end is the reason. The first that matches names the failure. */
const REMOTE_FAILURES: readonly Failure[] = [
  {
    pattern: /corruption on the remote side|stored in \.\/objects\/\S+\) is corrupt/,
    code: "repository_damaged",
    message: "The repository is damaged: git can't read some of its objects. Run git fsck in it and repair it.",
  },
  {
    pattern: /upload-pack: not our ref|Server does not allow request for unadvertised object/,
    code: "ref_not_found",
    message:
      "The repository no longer has a commit or file that the job needs: its history was rewritten, or it is damaged. Send the job again. If that fails, run git fsck in the repository.",
  },
  {
    pattern: /fsck error|^error: object [0-9a-f]+: |contains '\.git'|unable to fsck/m,
    code: "repository_hostile",
    message: "The repository contains an object that fails git's checks. Repair its history and try again.",
  },
  {
    pattern: /couldn't find remote ref/,
    code: "ref_not_found",
    message: "The branch doesn't exist in the repository. Check the project's base ref.",
  },
  {
    pattern: /repository was archived/i,
    code: "repository_archived",
    message: "The repository is archived and read-only. Unarchive it, or choose another repository for the project.",
  },
  {
    pattern: /SAML SSO|SAML single sign-on/i,
    code: "sso_required",
    message:
      "The repository's organization requires SAML single sign-on. One of its owners must authorize the GitHub App.",
  },
  {
    pattern: /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
    code: "access_denied",
    message:
      "The SSH server doesn't show the host key that is known. Find out why, then replace the known hosts in the project's settings.",
    isExact: true,
  },
  {
    pattern: /cannot run ssh/,
    code: "repository_unsupported",
    message: "SSH isn't installed on the server. Install the OpenSSH client, or use an https URL.",
  },
  {
    pattern: /error in libcrypto|invalid format/,
    code: "access_denied",
    message: "The private key can't be read. Add an OpenSSH or PEM key without a passphrase.",
    isExact: true,
  },
  {
    pattern: /marked as read only/,
    code: "permission_missing",
    message: "The deploy key may read but not write. Give it write access at the Git server.",
  },
  {
    pattern: /Write access to repository not granted|Permission to \S+ denied to /i,
    code: "permission_missing",
    message:
      "The GitHub App can't write to the repository. Its owner can accept the requested permissions in the installation's settings.",
  },
  {
    pattern: /unable to update url base from redirection|returned error: 30[12378]/i,
    code: "repository_renamed",
    message: "The repository has moved. Update the project's repository, then start the job again.",
  },
  {
    pattern:
      /dubious ownership|Permission denied|Authentication failed|could not read Username|returned error: 40[13]/i,
    code: "access_denied",
    message: "The service can't read or write the repository. Check its permissions and Docsteward's access.",
  },
  { pattern: /does not appear to be a git repository|Repository not found|returned error: 404/i, ...NOT_FOUND },
  {
    pattern: { test: (said) => /repository '/i.test(said) && /' (?:does )?not (?:exist|found)/i.test(said) },
    ...NOT_FOUND,
  },
  {
    pattern: /No space left on device|Disk quota exceeded/,
    code: "unavailable",
    message: "The server's disk is full. Free up space and try again.",
  },
  {
    pattern:
      /Could not resolve host|Failed to connect|ssh: connect to host |No route to host|Network is unreachable|Connection closed by|Empty reply from server|RPC failed|Recv failure|HTTP\/2 stream|Connection (?:refused|timed out|reset)|returned error: (?:429|5\d\d)|early EOF|unexpected disconnect|hung up unexpectedly|transfer closed|Operation too slow/i,
    code: "unavailable",
    message: "The repository is unreachable. Try again later.",
  },
];

/**
 * Names a failed git call. Failures of a call without a remote are all `git_failed`: they are ours, or the cache is broken.
 *
 * @returns an error whose sentence holds no path and nothing git printed; that is in `cause`
 */
function toGitError(
  run: { args: readonly string[]; gitDir?: string; remote?: RepositoryAccess },
  ended: { code: number; stderr: string },
): GitError {
  const verb = run.args[0] ?? "git";
  const said = new Error(`git ${verb} ended with ${ended.code}: ${ended.stderr.trim()}`);
  const fault = findFault(run, ended.stderr);
  const cause = fault === null ? said : new MachineError(fault, { cause: said });
  // The other end never speaks of the cache: where it is named, it is what failed.
  const isOurs = run.gitDir !== undefined && ended.stderr.includes(run.gitDir);
  const known = run.remote && !isOurs ? REMOTE_FAILURES.find(({ pattern }) => pattern.test(ended.stderr)) : undefined;
  return known
    ? new GitError(known.code, sentenceOf(known, run.remote), { cause })
    : new GitError("git_failed", `git ${verb} failed on the server's copy of the repository.`, { cause });
}

/** What is specific to the failure stays; a host's general sentence for its kind comes before ours. */
const sentenceOf = ({ code, message, isExact }: Failure, remote?: RepositoryAccess) =>
  isExact ? message : (remote?.sentences?.[code] ?? message);

/** A fault of this machine that git met. What the other end says of its own machine is none: git marks those lines. */
function findFault({ gitDir }: { gitDir?: string }, stderr: string): string | null {
  const lines = stderr.split("\n").filter((line) => !line.startsWith("remote:"));
  const isRefusal = (line: string) =>
    line.includes("Permission denied") && (line.includes("create") || line.includes("write"));
  const isOurs = gitDir !== undefined && lines.some((line) => line.includes(gitDir) && isRefusal(line));
  return isOurs ? "the data folder can't be written" : findFaultInText(lines.join("\n"));
}
