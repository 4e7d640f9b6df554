import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { lowerPriority } from "../priority.ts";
import { siblingModule } from "../sibling-module.ts";
import {
  type FromProcess,
  makeWatchedMemory,
  NOTES,
  NOTES_FD,
  type TaskLimits,
  type ToProcess,
  viewWatchedMemory,
  WORD,
} from "./messages.ts";

/** What a task may use besides its input. */
export type TaskContext = {
  /** Names the item that the task works on from now on; null between items. Each has CPU time of its own. */
  startItem(name: string | null): void;
  /** Asks who started the task. */
  ask(name: string, question: unknown): Promise<unknown>;
};

/** An exported function that a pool can run by its name. */
export type TaskFunction = (input: never, context: TaskContext) => Promise<unknown>;

// The entry of a bounded process: it runs one task after the other, as its parent sends them.
process.title = "docsteward-reader";
const memory = makeWatchedMemory();
const { words, limits } = viewWatchedMemory(memory);
const BEHIND_ALL_STEP = 10;
const notes = Buffer.alloc(NOTES.lengthBytes + NOTES.maxName);
const kept = new Set<string>();
const questions = new Map<number, PromiseWithResolvers<unknown>>();
let lastId = 0;
let lastTask = 0;

process.on("message", (message: ToProcess) => {
  if (message.type === "run") return void runTask(message);
  const question = questions.get(message.id);
  questions.delete(message.id);
  if (message.type === "answer") question?.resolve(message.value);
  else question?.reject(new Error(message.reason));
});
process.on("disconnect", () => process.exit());
// The parent gets these signals, too, and may want its tasks to end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

// What a person waits for comes first: whatever a text costs here takes only the time that the service leaves.
lowerPriority(BEHIND_ALL_STEP);

const watchdog = new Worker(siblingModule(import.meta.url, "watchdog"), {
  workerData: memory,
  execArgv: [],
});
watchdog.on("online", () => send({ type: "ready" }));
watchdog.on("error", () => process.exit(1));

async function runTask({ module, name, input, limits: given }: ToProcess & { type: "run" }): Promise<void> {
  const context: TaskContext = { startItem, ask };
  try {
    const tasks: Record<string, TaskFunction | undefined> = await import(pathToFileURL(module).href);
    keepCompiled(module);
    if (name === null) return send({ type: "done", value: undefined });
    const task = tasks[name];
    if (task === undefined) throw new Error(`${module} has no task ${name}.`);
    // Loading our own code is not what the bounds are for.
    startWatch(given);
    const value = await task(input as never, context);
    endWatch();
    send({ type: "done", value });
  } catch (error) {
    endWatch();
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ type: "failed", error: { name, message, stack } });
  }
}

/** This process is killed, so Node does not write by itself what it compiled. */
function keepCompiled(module: string): void {
  if (kept.has(module)) return;
  kept.add(module);
  flushCompileCache();
}

function startWatch({ itemMs, restMs, totalMs, maxBytes }: TaskLimits): void {
  limits.set([itemMs, restMs, totalMs, maxBytes]);
  startItem(null);
  lastTask = (lastTask % 1_000_000) + 1;
  Atomics.store(words, WORD.task, lastTask);
  Atomics.notify(words, WORD.task);
}

function endWatch(): void {
  Atomics.store(words, WORD.task, 0);
  Atomics.notify(words, WORD.task);
}

function startItem(name: string | null): void {
  const length = name === null ? 0 : notes.write(name, NOTES.lengthBytes);
  notes.writeUInt16LE(length);
  writeSync(NOTES_FD, notes, 0, NOTES.lengthBytes + length, NOTES.nameAt);
  Atomics.store(words, WORD.isNamed, name === null ? 0 : 1);
  Atomics.add(words, WORD.item, 1);
}

function ask(name: string, question: unknown): Promise<unknown> {
  lastId += 1;
  const answer = Promise.withResolvers<unknown>();
  questions.set(lastId, answer);
  send({ type: "ask", id: lastId, name, question });
  return answer.promise;
}

function send(message: FromProcess): void {
  process.send?.(message);
}
