import { threadId } from "node:worker_threads";
import type { TaskContext } from "./task-process.ts";

/** Tasks that misbehave in the ways that pages could make a reader do. */

export async function double(input: { value: number }): Promise<{ value: number; pid: number; threadId: number }> {
  return { value: input.value * 2, pid: process.pid, threadId };
}

export async function readEnvironment(): Promise<NodeJS.ProcessEnv> {
  return { ...process.env };
}

export async function readAll(
  items: { name: string; kind: "fine" | "regex" | "search" | "memory" }[],
  { startItem }: TaskContext,
) {
  for (const { name, kind } of items) {
    startItem(name);
    if (kind === "regex") /^(a+)+$/.test(`${"a".repeat(60)}b`);
    if (kind === "search") searchForEver();
    if (kind === "memory") for (const held: number[][] = []; ; ) held.push(new Array<number>(1e6).fill(Math.random()));
  }
  return items.length;
}

/** Says that it begins. */
export async function askAndNeverEnd(_: unknown, { ask }: TaskContext): Promise<void> {
  await ask("begun", null);
  searchForEver();
}

/** One call of V8's own that returns after days, and holds no memory: none of it is garbage. */
function searchForEver(): void {
  Array.prototype.includes.call({ length: Number.MAX_SAFE_INTEGER }, "x");
}

/** One allocation that no collection of garbage comes before. */
export async function fillAtOnce(): Promise<number> {
  return "x".repeat(5e8).split("").length;
}

export async function fail(): Promise<never> {
  throw new RangeError("No such page.");
}

/** Works many items that are short, and together longer than one may be. */
export async function manyShort({ count, ms }: { count: number; ms: number }, { startItem }: TaskContext) {
  for (let number = 0; number < count; number += 1) {
    startItem(`item ${number}`);
    spin(ms);
  }
  return count;
}

export async function askFor(question: unknown, { ask }: TaskContext): Promise<unknown> {
  return ask("look", question);
}

/** Waits for an answer: a long time, and no CPU. */
export async function waitFor(_: unknown, { startItem, ask }: TaskContext): Promise<unknown> {
  startItem("waiting");
  return ask("wait", null);
}

function spin(ms: number): void {
  const start = process.cpuUsage();
  const used = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  while (used() < ms);
}
