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
