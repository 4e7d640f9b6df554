import { setTimeout as wait } from "node:timers/promises";
import type { Service } from "@docsteward/tooling/service";
import { sendSignal } from "@docsteward/tooling/supervisor/running-process";
import { createRandom } from "./random.ts";

/** A fault that hit at least one process. */
export type Fault = { kind: FaultKind; atMs: number; pids: number[] };

export type FaultInjector = {
  faults: Fault[];
  /** Carries the plan out until it ends or the signal comes. */
  run(signal: AbortSignal): Promise<void>;
  /** Resumes the processes that are still frozen. */
  resume(): void;
};

export const FROZEN_MS = 15_000;

/** Injects the planned faults into the processes of a running service. Leaves out a fault that has no process to hit. */
export function createFaultInjector(
  service: Service,
  plan: PlannedFault[],
  onFault: (fault: Fault) => void,
): FaultInjector {
  const faults: Fault[] = [];
  const frozen = new Set<number>();

  const pidsOf = (name: string) =>
    service.processes().flatMap((process) => (process.name === name && process.pid ? [process.pid] : []));
  const resumeOne = (pid: number) => {
    // A process that was killed while frozen is gone, and its id may belong to another process now.
    if (frozen.delete(pid) && pidsOf("docsteward-worker").includes(pid)) sendSignal(pid, "SIGCONT");
  };

  const targetsOf = ({ kind, worker }: PlannedFault): number[] => {
    const workers = pidsOf("docsteward-worker");
    const awake = workers.filter((pid) => !frozen.has(pid));
    const one = awake.length > 0 ? [awake[worker % awake.length] ?? 0] : [];
    switch (kind) {
      case "kill a worker":
      case "stop a worker in order":
      case "freeze a worker":
        return one;
      case "kill every worker":
        return workers;
      case "kill web":
        return pidsOf("docsteward-web");
      case "kill PostgreSQL":
        return pidsOf("postgresql");
      case "kill everything":
        return [...pidsOf("docsteward-web"), ...workers, ...pidsOf("postgresql")];
    }
  };

  const inject = (planned: PlannedFault) => {
    const pids = targetsOf(planned);
    if (pids.length === 0) return;
    const done = { kind: planned.kind, atMs: Date.now(), pids };
    for (const pid of pids) sendSignal(pid, SIGNALS[planned.kind] ?? "SIGKILL");
    if (planned.kind === "freeze a worker") {
      for (const pid of pids) frozen.add(pid);
      setTimeout(() => pids.forEach(resumeOne), FROZEN_MS).unref();
    }
    faults.push(done);
    onFault(done);
  };

  return {
    faults,
    async run(signal) {
      const startedMs = performance.now();
      for (const planned of plan) {
        const inMs = Math.max(0, planned.atMs - (performance.now() - startedMs));
        await wait(inMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        inject(planned);
      }
    },
    resume: () => [...frozen].forEach(resumeOne),
  };
}

const SIGNALS: Partial<Record<FaultKind, NodeJS.Signals>> = {
  "stop a worker in order": "SIGTERM",
  "freeze a worker": "SIGSTOP",
};

export const FAULT_KINDS = [
  "kill a worker",
  "kill web",
  "kill PostgreSQL",
  "kill every worker",
  "stop a worker in order",
  "freeze a worker",
  "kill everything",
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** `worker` chooses among those that run at that time. */
type PlannedFault = { atMs: number; kind: FaultKind; worker: number };

/** Each kind as often as it occurs among eleven faults. */
const BAG: readonly FaultKind[] = [
  ...Array<FaultKind>(3).fill("kill a worker"),
  ...Array<FaultKind>(2).fill("kill web"),
  ...Array<FaultKind>(2).fill("kill PostgreSQL"),
  ...Array<FaultKind>(2).fill("stop a worker in order"),
  "kill every worker",
  "freeze a worker",
];

/**
 * Plans the faults: one every two to four seconds, all kinds mixed by the seed, and one of all processes.
 *
 * @param seconds duration of the plan
 */
export function planFaults(seed: string, seconds: number): PlannedFault[] {
  const random = createRandom(`${seed}/faults`);
  const faults: PlannedFault[] = [];
  const kinds: FaultKind[] = random.shuffle(BAG);
  kinds.splice(random.between(3, 6), 0, "kill everything");
  for (let atMs = random.between(2_000, 4_000); atMs < seconds * 1_000; atMs += random.between(2_000, 4_000)) {
    if (kinds.length === 0) kinds.push(...random.shuffle(BAG));
    const kind = kinds.shift();
    if (kind) faults.push({ atMs, kind, worker: random.between(0, 99) });
  }
  return faults;
}
