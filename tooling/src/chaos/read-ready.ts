/** When a worker process said that it takes jobs. */
export type Ready = { pid: number; fromMs: number };

const READY = /"time":(\d+).*"pid":(\d+).*"name":"docsteward-worker".*"msg":"worker is ready"/;

/** Reads from the log since when which worker could have taken a job over. */
export function readReady(log: string): Ready[] {
  return log.split("\n").flatMap((line) => {
    const [, time, pid] = READY.exec(line) ?? [];
    return time && pid ? [{ pid: Number(pid), fromMs: Number(time) }] : [];
  });
}
