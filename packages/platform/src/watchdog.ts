import { AsyncLocalStorage } from "node:async_hooks";
import { url as debuggerUrl } from "node:inspector";
import { Worker } from "node:worker_threads";
import { siblingModule } from "./sibling-module.ts";

/** A piece of work that a process holds. */
export type WorkName = { kind: "job" | "index"; id: string; attempt: number };

/** Where this thread keeps the function that says what it works on. */
export const HELD_WORK = Symbol.for("docsteward.heldWork");

/** Work that a process held when its event loop stopped. */
export type HeldWork = {
  /** What the event loop works on now; null when that is none of the named work. */
  current: WorkName | null;
  /** Everything that the process holds. */
  held: WorkName[];
};

/** `workerData` of the watchdog thread. */
export type WatchdogData = {
  name: string;
  /** Grows while the event loop turns. */
  beats: Int32Array;
  beatMs: number;
  silenceMs: number;
  onSilence?: { module: string; input: unknown } | undefined;
};

const BEATS_A_SILENCE = 20;
const LONGEST_BEAT_MS = 1_000;
const ENTRY = siblingModule(import.meta.url, "watchdog-thread");

const current = new AsyncLocalStorage<WorkName>();
const held = new Set<WorkName>();

/** Runs a piece of work under its name: when it blocks the process, the watchdog knows which of them all it was. */
export async function runAs<T>(name: WorkName, work: () => Promise<T>): Promise<T> {
  held.add(name);
  try {
    return await current.run(name, work);
  } finally {
    held.delete(name);
  }
}

/** Options of `startWatchdog`. */
export type WatchdogOptions = {
  /** What the line on stderr calls the process. */
  name: string;
  silenceSeconds: number;
  /** A module whose default export gets the work that the process held, before the process ends. It runs in a thread. */
  onSilence?: { module: string; input: unknown };
};

/**
 * Ends this process by SIGKILL, with a line on stderr, when its event loop stands still for too long: nothing else can, since a
 * signal handler would wait for that loop, too.
 *
 * A thread of its own watches, so that it works under every supervisor and without one. Only time in which that thread itself
 * was running counts: a machine that was suspended, a process that was frozen, or one that gets no CPU is not silent. A process
 * with a debugger attached is not watched.
 */
export function startWatchdog({ name, silenceSeconds, onSilence }: WatchdogOptions): void {
  if (debuggerUrl() !== undefined) return;
  const silenceMs = silenceSeconds * 1_000;
  const beatMs = Math.min(LONGEST_BEAT_MS, silenceMs / BEATS_A_SILENCE);
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(beats, 0, 1), beatMs).unref();
  const answers = globalThis as { [HELD_WORK]?: () => HeldWork };
  answers[HELD_WORK] = () => ({ current: current.getStore() ?? null, held: [...held] });
  const workerData: WatchdogData = { name, beats, beatMs, silenceMs, onSilence };
  new Worker(ENTRY, { workerData, execArgv: [], env: {} }).unref();
}
