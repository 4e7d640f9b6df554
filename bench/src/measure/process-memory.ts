import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Resident memory of a process, and of it together with every process below it (its git processes), in bytes. */
export type Memory = { process: number; tree: number };

/** Reads the memory of a process tree from `/proc`. @returns null where there is no `/proc`, i.e. not on Linux */
export async function processMemory(pid: number): Promise<Memory | null> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  if (pids.length === 0) return null;
  const all = (await Promise.all(pids.map(readStatus))).filter((status) => status !== null);
  const below = (parent: number): number =>
    all.filter((status) => status.parent === parent).reduce((sum, status) => sum + status.bytes + below(status.pid), 0);
  const own = all.find((status) => status.pid === pid)?.bytes ?? 0;
  return { process: own, tree: own + below(pid) };
}

async function readStatus(pid: string): Promise<{ pid: number; parent: number; bytes: number } | null> {
  // A process may be gone before it is read.
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]);
  const bytes = field("VmRSS") * 1024;
  return Number.isFinite(bytes) ? { pid: Number(pid), parent: field("PPid"), bytes } : null;
}

/** Takes readings until some work ends. @returns the readings, at least one */
export async function sampleDuring<T>(work: Promise<unknown>, everyMs: number, read: () => Promise<T>): Promise<T[]> {
  const readings: T[] = [];
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  // A failure is thrown below, not in the middle of a reading.
  ended.catch(() => undefined);
  do {
    readings.push(await read());
    await sleep(everyMs);
  } while (!isOver);
  await ended;
  return readings;
}
