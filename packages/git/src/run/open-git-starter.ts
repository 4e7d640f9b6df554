import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { sharePriority } from "@docsteward/platform/priority";
import { siblingModule } from "@docsteward/platform/sibling-module";
import { endGroup, type GitCommand, type GitEvents, type StartGit } from "./git-process.ts";

/** A small process that starts git on behalf of this one. */
export type GitStarter = AsyncDisposable & {
  /** Starts git from the small process; one that was lost is replaced. */
  readonly start: StartGit;
  /** The small process; undefined while there is none. */
  pid(): number | undefined;
};

type Open = { events: GitEvents; pid: number | undefined };
type Running = { child: ChildProcess; open: Map<number, Open> };

const ENTRY = siblingModule(import.meta.url, "git-starter-process");

/**
 * Opens a small process that starts git for this one.
 *
 * Starting a process takes time in proportion to the memory of who starts it, and nothing else runs meanwhile. Commands go over
 * a channel between the two, so what is secret in their environment touches no disk. When this process ends, however that
 * goes, the small one ends every git of it and then itself. When the small one is lost, so is every git of it: those calls
 * fail as one does whose git was killed.
 */
export function openGitStarter(): GitStarter {
  let nextId = 0;
  let running: Running | null = startStarter();

  const use = (): Running => {
    if (running === null || !running.child.connected) running = startStarter();
    return running;
  };
  return {
    pid: () => (running?.child.connected ? running.child.pid : undefined),
    start(command, events) {
      const { child, open } = use();
      const id = nextId;
      nextId += 1;
      const git: Open = { events, pid: undefined };
      // An order that cannot be given is of no use any more: the channel closes, and the call fails by that.
      const order = (message: StarterRequest) => open.has(id) && child.send(message, () => undefined);
      open.set(id, git);
      order({ type: "start", id, command });
      return {
        get pid() {
          return git.pid;
        },
        write: (bytes) => void order({ type: "write", id, bytes }),
        endInput: () => void order({ type: "end_input", id }),
        stop: () => void order({ type: "stop", id }),
      };
    },
    async [Symbol.asyncDispose]() {
      const child = running?.child;
      running = null;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

function startStarter(): Running {
  const child = fork(ENTRY, [], {
    cwd: "/",
    // It knows none of this process's secrets. Each command brings its own environment.
    env: {},
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // Not in the group of this process: who kills that whole must not kill the one that cleans up behind it.
    detached: true,
  });
  sharePriority(child.pid);
  const open = new Map<number, Open>();
  child.on("message", (report: StarterResponse) => {
    const git = open.get(report.id);
    if (!git) return;
    if (report.type === "started") git.pid = report.pid;
    else if (report.type === "stdout") void git.events.onStdout(report.chunk);
    else if (report.type === "stderr") void git.events.onStderr(report.chunk);
    else {
      open.delete(report.id);
      git.events.onEnd(typeof report.end === "number" ? report.end : Object.assign(report.end, { code: report.code }));
    }
  });
  const lose = (how: number | Error) => {
    const lost = [...open.values()];
    open.clear();
    for (const { pid, events } of lost) {
      if (pid !== undefined) endGroup(pid);
      events.onEnd(how);
    }
  };
  child.on("error", (error) => {
    lose(error);
    if (child.connected) child.disconnect();
  });
  child.on("disconnect", () => lose(-1));
  return { child, open };
}

/** What a process asks its starter of git. `id` names one git from its start to its end. */
export type StarterRequest =
  | { type: "start"; id: number; command: GitCommand }
  | { type: "write"; id: number; bytes: string | Uint8Array }
  | { type: "end_input"; id: number }
  | { type: "stop"; id: number };

/** What the starter tells of a git. */
export type StarterResponse =
  | { type: "started"; id: number; pid: number | undefined }
  | { type: "stdout"; id: number; chunk: Buffer }
  | { type: "stderr"; id: number; chunk: Buffer }
  /** `code` is the error's, which a channel between processes leaves out of it. */
  | { type: "ended"; id: number; end: number | Error; code?: string };
