import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A line that `watch-process.ts` writes about the process it is loaded into. */
export type Reading = {
  atMs: number;
  /** Of the process since its start. */
  cpuMs: number;
  memoryBytes: number;
  /** The main thread has done nothing else since then, and for so long. */
  silentFromMs?: number;
  silentMs?: number;
  /** The CPU of the whole process in that time. */
  silentCpuMs?: number;
  /** What a silent thread was busy with. */
  where?: string;
};

/** `isBusy`: the process worked all the while. Else the machine gave it no time, or it waited for the disk. */
export type Silence = {
  process: string;
  pid: number;
  fromMs: number;
  ms: number;
  /** Of the process in that time. */
  cpuMs: number;
  isBusy: boolean;
  /** What it was busy with, as far as that was seen. */
  where: string[];
};

export type Window = { fromMs: number; toMs: number };

/** A process that used as much was busy, however little of the machine it got. */
const MUCH_CPU_MS = 1_000;

/** The time in which a profile is taken, which begins inside a silence. */
const PROFILED_MS = 500;

type ProcessReadings = { process: string; pid: number; readings: Reading[] };

export type Readings = {
  /** CPU of all processes in a time, and what silent ones were busy with. */
  look(window: Window): { cpuMs: number; silences: Silence[]; where: string };
  /** The most memory that a process of each name had, ever. */
  peaks(): { process: string; bytes: number }[];
  /** Whether a process has written anything. */
  isWatched(pid: number): boolean;
  /** For how long a process has been silent up to now. */
  silentMs(pid: number): number;
};

/** Reads what all processes of the service have written so far. */
export function readReadings(folder: string): Readings {
  const processes = readdirSync(folder).map((name) => readProcess(folder, name));
  return {
    look: (window) => look(processes, window),
    peaks: () =>
      [...new Set(processes.map(({ process }) => process))].toSorted().map((process) => ({
        process,
        bytes: Math.max(
          ...processes
            .filter((one) => one.process === process)
            .flatMap((one) => one.readings.map((r) => r.memoryBytes)),
        ),
      })),
    isWatched: (pid) => processes.some((one) => one.pid === pid && one.readings.length > 0),
    silentMs: (pid) => {
      const last = processes.find((one) => one.pid === pid)?.readings.findLast(({ where }) => where === undefined);
      return last?.silentMs !== undefined && last.atMs > Date.now() - 1_000 ? last.silentMs : 0;
    },
  };
}

function readProcess(folder: string, name: string): ProcessReadings {
  const [process = "", pid = ""] = name.replace(".jsonl", "").split("-");
  const lines = readFileSync(join(folder, name), "utf8").split("\n");
  // The last line may be half written.
  const readings = lines.slice(0, -1).map((line) => JSON.parse(line) as Reading);
  return { process, pid: Number(pid), readings };
}

function look(processes: ProcessReadings[], { fromMs, toMs }: Window) {
  let cpuMs = 0;
  const silences = new Map<string, Silence>();
  const places = new Map<string, number>();
  for (const { process, pid, readings } of processes) {
    const inside = readings.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs);
    const before = readings.findLast(({ atMs }) => atMs < fromMs);
    cpuMs += (inside.at(-1)?.cpuMs ?? 0) - (inside.length > 0 ? (before?.cpuMs ?? 0) : 0);
    for (const { silentFromMs, silentMs, silentCpuMs = 0, where } of inside) {
      if (where !== undefined) places.set(where, (places.get(where) ?? 0) + 1);
      if (silentFromMs === undefined || silentMs === undefined) continue;
      const key = `${pid} ${silentFromMs}`;
      const ms = silentMs;
      silences.set(key, {
        process,
        pid,
        fromMs: silentFromMs,
        ms,
        cpuMs: silentCpuMs,
        where: inside.flatMap(({ atMs, where }) =>
          where !== undefined && atMs >= silentFromMs && atMs <= silentFromMs + ms + PROFILED_MS ? [where] : [],
        ),
        isBusy: silentCpuMs > Math.min(ms / 2, MUCH_CPU_MS),
      });
    }
  }
  const [where = ""] = [...places].toSorted((a, b) => b[1] - a[1])[0] ?? [];
  return { cpuMs, silences: [...silences.values()].toSorted((a, b) => b.ms - a.ms), where };
}
