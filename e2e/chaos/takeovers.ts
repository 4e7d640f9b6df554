import { type Fault, FROZEN_MS } from "./fault-injector.ts";
import type { JobRecord } from "./read-records.ts";

/** A job that a fault interrupted and that continued. */
export type Takeover = {
  job: string;
  /** From the last fault that hit the job to its next event. */
  ms: number;
  /** From the first one: longer when another fault hit the job before it continued. */
  silentMs: number;
  /** When each fault hit it, from the first one on. */
  hitsMs: number[];
};

/** Events that callers make, not workers. */
const BY_CALLERS: ReadonlySet<string> = new Set(["job.created", "message.received"]);
const ENDS: ReadonlySet<string> = new Set(["job.completed", "job.failed"]);
/** They take workers away, the frozen ones for a while. */
const AT_WORKERS: ReadonlySet<string> = new Set(["kill a worker", "stop a worker in order", "freeze a worker"]);
/** These faults leave no process that could take a job over, so they hit every active job. */
const HITS_ALL: ReadonlySet<string> = new Set(["kill PostgreSQL", "kill every worker", "kill everything"]);

/**
 * How long each job that was hit made no progress.
 *
 * A job is hit by the death of the worker that holds it, of PostgreSQL, or of the last worker, and when its worker is frozen or
 * asked to stop; other faults do not excuse a delay.
 */
export function measureTakeovers(records: JobRecord[], all: Fault[], holds: Hold[], workers: Ready[]): Takeover[] {
  const faults = all.map((fault) => ({ ...fault, stopsAllWork: stopsAllWork(fault, all, workers) }));
  return records.flatMap((record) => {
    const own = holds.filter(({ jobId }) => jobId === record.id);
    const hits = faults.filter((fault) => isHit(record, fault, own)).map(({ atMs }) => atMs);
    return toTakeovers(record, hits);
  });
}

/** Whether no worker is left that could take a job over: each is dead, frozen, leaving or not ready yet. */
function stopsAllWork({ kind, atMs }: Fault, faults: Fault[], workers: Ready[]): boolean {
  if (HITS_ALL.has(kind)) return true;
  if (!AT_WORKERS.has(kind)) return false;
  const before = faults.filter((fault) => fault.atMs <= atMs && !hasResumed(fault, atMs));
  return workers
    .filter(({ fromMs }) => fromMs <= atMs)
    .every(({ pid, fromMs }) => before.some((fault) => fault.pids.includes(pid) && fault.atMs >= fromMs));
}

const hasResumed = (fault: Fault, atMs: number) => fault.kind === "freeze a worker" && fault.atMs + FROZEN_MS < atMs;

function isHit(
  { events }: JobRecord,
  { stopsAllWork, atMs, pids }: Fault & { stopsAllWork: boolean },
  holds: Hold[],
): boolean {
  const before = events.findLast((event) => event.atMs <= atMs);
  if (before === undefined || ENDS.has(before.type)) return false;
  if (stopsAllWork) return true;
  return holds.some(({ pid, fromMs, toMs }) => pids.includes(pid) && fromMs <= atMs && atMs < toMs);
}

function toTakeovers({ name, events }: JobRecord, hits: number[]): Takeover[] {
  const own = events.filter(({ type }) => !BY_CALLERS.has(type));
  const takeovers: Takeover[] = [];
  for (const [index, { atMs }] of own.entries()) {
    const sinceMs = own[index - 1]?.atMs ?? Number.NEGATIVE_INFINITY;
    const between = hits.filter((hit) => hit > sinceMs && hit < atMs);
    const [first, last] = [between[0], between.at(-1)];
    if (first !== undefined && last !== undefined) {
      const hitsMs = between.map((hit) => hit - first);
      takeovers.push({ job: name, ms: atMs - last, silentMs: atMs - first, hitsMs });
    }
  }
  return takeovers;
}

/** A worker process had a job in its hands: from the line that says so to the one that says what became of it, if it came. */
export type Hold = { jobId: string; pid: number; fromMs: number; toMs: number };

type Line = { time?: number; pid?: number; jobId?: string; msg?: string };

const TAKEN = "job taken";
const LEFT: ReadonlySet<string | undefined> = new Set([
  "queue entry done",
  "job handed back",
  "job was stopped or taken over",
  "job failed, it goes back to the queue",
]);

/** Reads from the workers' log lines who had which job when. A worker that was killed never says that it let go. */
export function readHolds(log: string): Hold[] {
  const holds: Hold[] = [];
  for (const { time = 0, pid = 0, jobId, msg } of log.split("\n").flatMap(parseLine)) {
    if (jobId === undefined) continue;
    if (msg === TAKEN) holds.push({ jobId, pid, fromMs: time, toMs: Number.POSITIVE_INFINITY });
    const open = LEFT.has(msg) && holds.findLast((hold) => hold.jobId === jobId && hold.pid === pid);
    if (open) open.toMs = Math.min(open.toMs, time);
  }
  return holds;
}

function parseLine(line: string): Line[] {
  if (!line.startsWith("{")) return [];
  try {
    return [JSON.parse(line) as Line];
  } catch {
    // Cut off by the death of its writer.
    return [];
  }
}

/** When a worker process said that it takes jobs. */
type Ready = { pid: number; fromMs: number };

const READY = /"time":(\d+).*"pid":(\d+).*"name":"docsteward-worker".*"msg":"worker is ready"/;

/** Reads from the log since when which worker could have taken a job over. */
export function readReady(log: string): Ready[] {
  return log.split("\n").flatMap((line) => {
    const [, time, pid] = READY.exec(line) ?? [];
    return time && pid ? [{ pid: Number(pid), fromMs: Number(time) }] : [];
  });
}
