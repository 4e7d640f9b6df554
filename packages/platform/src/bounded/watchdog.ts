import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import { NOTES, NOTES_FD, viewWatchedMemory, WORD } from "./messages.ts";

/**
 * The entry of a thread that ends its own process when a task passes a bound. A thread of its own sees what the task does even
 * while that runs a regular expression or a sort that never returns, and counts CPU time, so that a busy machine ends nothing.
 */
const TICK_MS = 25;
const { words, limits } = viewWatchedMemory(workerData as SharedArrayBuffer);

for (;;) {
  Atomics.wait(words, WORD.task, 0);
  watchTask(Atomics.load(words, WORD.task));
}

function watchTask(task: number): void {
  const startMs = cpuMs();
  let item = Atomics.load(words, WORD.item);
  let itemStartMs = startMs;
  while (Atomics.load(words, WORD.task) === task) {
    Atomics.wait(words, WORD.task, task, TICK_MS);
    const [itemMs = 0, restMs = 0, totalMs = 0, maxBytes = 0] = limits;
    const now = cpuMs();
    const current = Atomics.load(words, WORD.item);
    const isNamed = Atomics.load(words, WORD.isNamed) === 1;
    if (Atomics.load(words, WORD.task) !== task) return;
    if (current !== item) [item, itemStartMs] = [current, now];
    if (now - itemStartMs > (isNamed ? itemMs : restMs)) endProcess(NOTES.cpu);
    if (now - startMs > totalMs) endProcess(NOTES.total);
    if (process.memoryUsage.rss() > maxBytes) endProcess(NOTES.memory);
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function endProcess(reason: number): void {
  writeSync(NOTES_FD, Uint8Array.of(reason), 0, 1, 0);
  process.kill(process.pid, "SIGKILL");
}
