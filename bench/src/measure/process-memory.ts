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

/** A process and every process below it. Empty where there is no `/proc`, i.e. not on Linux. */
export async function listTree(pid: number): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(pids.map(readStatus))).filter((status) => status !== null);
  const tree = (parent: number): number[] => [
    parent,
    ...all.flatMap((status) => (status.parent === parent ? tree(status.pid) : [])),
  ];
  return all.length === 0 ? [] : tree(pid);
}

/**
 * The proportional set size of a process, and of every process below it unless `isAlone`, in bytes: what several share counts once,
 * in parts.
 *
 * @returns null where the system does not tell
 */
export async function processPss(pid: number, { isAlone = false } = {}): Promise<number | null> {
  const sizes = await Promise.all(
    (isAlone ? [pid] : await listTree(pid)).map(async (one) => {
      const text = await readFile(`/proc/${one}/smaps_rollup`, "utf8").catch(() => "");
      return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) * 1024;
    }),
  );
  const known = sizes.filter(Number.isFinite);
  return known.length === 0 ? null : known.reduce((sum, size) => sum + size, 0);
}

async function readStatus(pid: string): Promise<{ pid: number; parent: number; bytes: number } | null> {
  // A process may be gone before it is read.
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]);
  const bytes = field("VmRSS") * 1024;
  return Number.isFinite(bytes) ? { pid: Number(pid), parent: field("PPid"), bytes } : null;
}

const MS_A_TICK = 10;

/** Processor time of a process so far, all of its threads together. @returns null where there is no `/proc`, i.e. not on Linux */
export async function processCpuMs(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (text === null) return null;
  // The name in brackets may contain anything; user and system time are the 12th and 13th field behind it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
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
