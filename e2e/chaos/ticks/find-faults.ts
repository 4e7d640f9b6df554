import { nextTime } from "@docsteward/contract/automation";

/** Times are milliseconds of the database's clock. */
export type TickRun = {
  automation: string;
  /** The time that fell due. */
  tickMs: number;
  /** When a worker turned it into this run. */
  takenMs: number;
  state: string;
  jobId: string | null;
};

/** What a database holds when everything is at rest. */
export type TickRecords = {
  runs: TickRun[];
  /** The instructions that each job got, by its id. */
  messages: ReadonlyMap<string, number>;
};

export const TICK_FAULTS = ["missed", "doubled", "undecided", "job without run"] as const;
type TickFault = { kind: (typeof TICK_FAULTS)[number]; text: string };

/** Every hour. */
export const SCHEDULE = { cron: "0 * * * *", timeZone: "UTC" };

const afterMs = (ms: number) => nextTime(SCHEDULE, new Date(ms))?.getTime() ?? Number.POSITIVE_INFINITY;
const toText = (ms: number) => new Date(ms).toISOString();

/**
 * Holds the runs of schedules against what they promise, whatever was done to workers and clocks: each time that fell due has one
 * run, the next run is of the first time after a run was taken, and each run began or continued one job, once.
 *
 * @param due the times that the clock has stood at, one after another: each schedule has a run for each of them
 * @param nowMs where the clock stands in the end
 */
export function findTickFaults(
  { runs, messages }: TickRecords,
  { automations, due, nowMs }: { automations: readonly string[]; due: readonly number[]; nowMs: number },
): TickFault[] {
  const faults: TickFault[] = [];
  const add = (kind: TickFault["kind"], text: string) => void faults.push({ kind, text });
  const byAutomation = Map.groupBy(runs, ({ automation }) => automation);
  for (const automation of automations) {
    const own = (byAutomation.get(automation) ?? []).toSorted((a, b) => a.tickMs - b.tickMs || a.takenMs - b.takenMs);
    const ticks = new Set(own.map(({ tickMs }) => tickMs));
    for (const ms of due) if (!ticks.has(ms)) add("missed", `${automation} has no run for ${toText(ms)}`);
    let expectedMs = due[0] ?? Number.POSITIVE_INFINITY;
    for (const { tickMs, takenMs } of own) {
      if (tickMs < expectedMs) add("doubled", `${automation} ran once more for ${toText(tickMs)}`);
      // Times between the two have passed while no worker ran, and are part of the earlier run.
      else if (tickMs > expectedMs) add("missed", `${automation} has no run for ${toText(expectedMs)}`);
      expectedMs = afterMs(takenMs);
    }
    if (expectedMs <= nowMs) add("missed", `${automation} has no run for ${toText(expectedMs)}`);
  }
  const acted = new Map<string, number>();
  for (const { automation, tickMs, state, jobId } of runs) {
    if (jobId === null || !["started", "continued"].includes(state))
      add("undecided", `${automation}, ${toText(tickMs)}: ${state}`);
    else acted.set(jobId, (acted.get(jobId) ?? 0) + 1);
  }
  for (const id of new Set([...acted.keys(), ...messages.keys()])) {
    const [wanted, found] = [acted.get(id) ?? 0, messages.get(id) ?? 0];
    if (wanted === 0) add("job without run", `job ${id} belongs to no run`);
    else if (found < wanted) add("missed", `job ${id} got ${found} instructions of ${wanted} runs`);
    else if (found > wanted) add("doubled", `job ${id} got ${found} instructions of ${wanted} runs`);
  }
  return faults;
}
