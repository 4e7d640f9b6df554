import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, unlinkSync } from "node:fs";
import { getCompileCacheDir } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { siblingModule } from "../sibling-module.ts";
import { BoundedError } from "./bounded-error.ts";
import { type FromProcess, NOTES, type TaskLimits, type ToProcess } from "./messages.ts";

/** Size and limits of a pool. */
export type BoundedPoolOptions = {
  /** Number of processes, and so of concurrent tasks. */
  size?: number;
  /** Tasks that wait for a process; one more is refused. */
  maxWaiting?: number;
  /** Memory of one process. */
  maxMegabytes?: number;
  /** A process ends that has had nothing to do for so long. */
  idleMs?: number;
};

/** A function of a module: `(input, context: TaskContext) => Promise<output>`. Both are copied on their way. */
export type BoundedTask = {
  /** Absolute path of a source file, see `siblingModule`. */
  module: string;
  name: string;
};

/** Limits and callbacks of one task. */
export type BoundedTaskOptions = {
  /** CPU time for one item of the task. The whole task has 60 times as much. */
  cpuSeconds: number;
  signal?: AbortSignal;
  /** What the task may ask, by name. */
  answers?: Record<string, (question: never) => Promise<unknown>>;
  /** Goes to the process that ran the last task of this name, if it is free: it may remember something. */
  near?: string;
  /**
   * Owner of the work. The owner with the fewest running tasks comes first. One owner never has all processes where there are
   * several, and never more than half of the queue.
   */
  owner?: string;
};

/** A pool of processes that run untrusted input under limits. */
export type BoundedPool = {
  /**
   * Runs a task in a process of its own, with a bound on its CPU time and memory. Whatever the task does, this process stays
   * free; a task that passes a bound ends with its process.
   *
   * @throws BoundedError; the signal's reason; what an answer threw; what the task threw, as an Error of the same name and message
   */
  run<Output>(task: BoundedTask, input: unknown, options: BoundedTaskOptions): Promise<Output>;
  /** Starts a process that loads a module before its first task, unless there is one. */
  prepare(module: string): Promise<void>;
  /** Ends every process; what runs is rejected. */
  close(): void;
};

const ENTRY = siblingModule(import.meta.url, "task-process");
/** Between items, and in all, as shares of what one item has. */
const REST_SHARE = 6;
const TOTAL_SHARE = 60;
const MEGABYTE = 1024 * 1024;
/** A person who looks at one thing after another does not wait for a process again. */
const IDLE_MS = 5 * 60_000;
/** What a process may hold beside its heap. */
const BESIDE_HEAP = 1.5;

type Pending = PromiseWithResolvers<unknown> & {
  task: BoundedTask | { module: string; name: null };
  input: unknown;
  options: BoundedTaskOptions;
  answerFailure?: { error: unknown };
};
type Running = {
  child: ChildProcess;
  notes: number;
  isReady: boolean;
  current?: Pending;
  near?: string;
  idle?: NodeJS.Timeout;
};

/** Where this process keeps what Node makes of sources, if it does: a process that compiles all of them takes twice the CPU to start. */
function compiledCode(): { NODE_COMPILE_CACHE?: string } {
  // Node names a folder for its version and user inside the one that it was given.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

export function createBoundedPool(given: BoundedPoolOptions = {}): BoundedPool {
  const { size = 2, maxWaiting = 200, maxMegabytes = 1_024, idleMs = IDLE_MS } = given;
  const running = new Set<Running>();
  const waiting: Pending[] = [];
  let isClosed = false;

  const start = (): Running => {
    const notes = openNotes();
    // No secret of this process reaches it. And no fork(): bundlers look for its module.
    const child = spawn(process.execPath, [`--max-old-space-size=${maxMegabytes}`, ENTRY], {
      env: compiledCode(),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc", notes],
    });
    const started: Running = { child, notes, isReady: false };
    running.add(started);
    child.on("message", (message: FromProcess) => take(started, message));
    child.once("error", (error) => end(started, error));
    child.once("exit", () => end(started));
    rest(started);
    return started;
  };

  const take = (process: Running, message: FromProcess) => {
    if (message.type === "ready") {
      process.isReady = true;
      if (process.current) begin(process, process.current);
    } else if (message.type === "ask") {
      if (process.current) void answer(process, process.current, message);
    } else {
      const { current } = process;
      process.current = undefined;
      rest(process);
      if (message.type === "done") current?.resolve(message.value);
      else current?.reject(current.answerFailure ? current.answerFailure.error : toError(message.error));
      next();
    }
  };

  const next = () => {
    while (waiting.length > 0) {
      const free = [...running].filter(({ current }) => current === undefined);
      const first = nextInTurn();
      const same = free.find(({ near }) => near !== undefined && near === first?.options.near);
      const process = same ?? free[0] ?? (running.size < size ? start() : undefined);
      if (process === undefined || first === undefined) return;
      waiting.splice(waiting.indexOf(first), 1);
      process.current = first;
      process.near = first.options.near;
      clearTimeout(process.idle);
      process.child.ref();
      process.child.channel?.ref();
      if (process.isReady) begin(process, first);
    }
  };

  const nextInTurn = (): Pending | undefined => {
    const working = new Map<string, number>();
    for (const { current } of running)
      if (current?.options.owner !== undefined)
        working.set(current.options.owner, (working.get(current.options.owner) ?? 0) + 1);
    const workOf = ({ options }: Pending) => (options.owner === undefined ? 0 : (working.get(options.owner) ?? 0));
    let chosen: Pending | undefined;
    for (const pending of waiting) {
      const work = workOf(pending);
      if (work > 0 && work >= size - 1) continue;
      if (chosen === undefined || work < workOf(chosen)) chosen = pending;
    }
    return chosen;
  };

  const begin = ({ child }: Running, { task, input, options }: Pending) =>
    send(child, { type: "run", ...task, input, limits: limitsOf(options.cpuSeconds) });

  const limitsOf = (cpuSeconds: number): TaskLimits => {
    const itemMs = cpuSeconds * 1000;
    const maxBytes = maxMegabytes * BESIDE_HEAP * MEGABYTE;
    return { itemMs, restMs: itemMs * REST_SHARE, totalMs: itemMs * TOTAL_SHARE, maxBytes };
  };

  const rest = (process: Running) => {
    process.child.unref();
    process.child.channel?.unref();
    process.idle = setTimeout(() => stop(process), idleMs).unref();
  };

  /** Nothing more is given to it, and what it does is lost. */
  const stop = (process: Running) => {
    running.delete(process);
    process.child.kill("SIGKILL");
  };

  const end = (process: Running, error?: Error) => {
    running.delete(process);
    clearTimeout(process.idle);
    const { current } = process;
    process.current = undefined;
    if (current) current.reject(error ?? causeOf(process, current, maxMegabytes));
    if (process.notes >= 0) closeSync(process.notes);
    process.notes = -1;
    next();
  };

  const work = async (task: Pending["task"], input: unknown, options: BoundedTaskOptions) => {
    const { signal } = options;
    signal?.throwIfAborted();
    if (isClosed) throw new Error("The pool is closed.");
    const { owner } = options;
    const own = owner === undefined ? 0 : waiting.filter((other) => other.options.owner === owner).length;
    if (waiting.length >= maxWaiting || own >= Math.ceil(maxWaiting / 2)) {
      throw new BoundedError("Too many pages are waiting to be read. Try again in a minute.", {
        reason: "busy",
        item: null,
      });
    }
    const pending: Pending = { ...Promise.withResolvers<unknown>(), task, input, options };
    const abort = () => {
      const place = waiting.indexOf(pending);
      if (place >= 0) waiting.splice(place, 1);
      for (const process of running) if (process.current === pending) stop(process);
      pending.reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    waiting.push(pending);
    next();
    try {
      return await pending.promise;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  };

  return {
    run: async <Output>(task: BoundedTask, input: unknown, options: BoundedTaskOptions) =>
      (await work(task, input, options)) as Output,
    async prepare(module) {
      if (running.size === 0) await work({ module, name: null }, null, { cpuSeconds: 0 });
    },
    close() {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new Error("The pool is closed."));
      for (const process of [...running]) stop(process);
    },
  };
}

async function answer(
  { child }: Running,
  current: Pending,
  { id, name, question }: FromProcess & { type: "ask" },
): Promise<void> {
  try {
    const find = current.options.answers?.[name];
    if (find === undefined) throw new Error(`A task requested ${name}, which has no handler.`);
    send(child, { type: "answer", id, value: await find(question as never) });
  } catch (error) {
    current.answerFailure ??= { error };
    send(child, { type: "refusal", id, reason: String(error) });
  }
}

/** A process that has ended meanwhile tells so by its exit. */
function send(child: ChildProcess, message: ToProcess): void {
  if (child.connected) child.send(message, () => undefined);
}

/** A file without a name: it goes with the last process that has it open. */
function openNotes(): number {
  const path = join(tmpdir(), `docsteward-notes-${randomUUID()}`);
  const notes = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  return notes;
}

function causeOf({ child, notes }: Running, { options }: Pending, maxMegabytes: number): BoundedError {
  const held = Buffer.alloc(NOTES.nameAt + NOTES.lengthBytes + NOTES.maxName);
  readSync(notes, held, 0, held.length, 0);
  const nameAt = NOTES.nameAt + NOTES.lengthBytes;
  const name = held.toString("utf8", nameAt, nameAt + held.readUInt16LE(NOTES.nameAt));
  const why = held[0];
  const item = name === "" || why === NOTES.total ? null : name;
  const what = item === null ? "The work" : `Reading ${item}`;
  if (why === NOTES.cpu || why === NOTES.total) {
    const share = why === NOTES.total ? TOTAL_SHARE : item === null ? REST_SHARE : 1;
    const message = `${what} took more than ${options.cpuSeconds * share} s of CPU time.`;
    return new BoundedError(message, { reason: "cpu", item });
  }
  // V8 aborts a process whose heap is full.
  if (why === NOTES.memory || child.signalCode === "SIGABRT" || child.signalCode === "SIGTRAP") {
    return new BoundedError(`${what} took more than ${maxMegabytes} MB of memory.`, { reason: "memory", item });
  }
  return new BoundedError(`${what} ended its process (${child.signalCode ?? child.exitCode}).`, {
    reason: "crash",
    item,
  });
}

function toError({ name, message, stack }: { name: string; message: string; stack?: string }): Error {
  const error = new Error(message);
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  return error;
}

let shared: BoundedPool | undefined;

/** The pool of this process. */
export function boundedPool(): BoundedPool {
  shared ??= createBoundedPool();
  return shared;
}
