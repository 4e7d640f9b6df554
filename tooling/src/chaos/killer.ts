import { setTimeout as wait } from "node:timers/promises";
import type { Service } from "../service.ts";
import { sendSignal } from "../supervisor/send-signal.ts";
import type { StrikeKind, StrikePlan } from "./plan-strikes.ts";

/** A strike that found somebody. */
export type Strike = { kind: StrikeKind; atMs: number; pids: number[] };

export type Killer = {
  strikes: Strike[];
  /** Carries the plan out until it ends or the signal comes. */
  run(signal: AbortSignal): Promise<void>;
  /** Wakes whoever is still frozen. */
  thaw(): void;
};

export const FROZEN_MS = 15_000;

/** Strikes the processes of a running service, as planned. A strike that finds nobody is left out. */
export function createKiller(service: Service, plan: StrikePlan[], onStrike: (strike: Strike) => void): Killer {
  const strikes: Strike[] = [];
  const frozen = new Set<number>();

  const pidsOf = (name: string) =>
    service.processes().flatMap((process) => (process.name === name && process.pid ? [process.pid] : []));
  const thawOne = (pid: number) => {
    // Whoever was killed while frozen is gone, and the number may be somebody else's by now.
    if (frozen.delete(pid) && pidsOf("docsteward-worker").includes(pid)) sendSignal(pid, "SIGCONT");
  };

  const targetsOf = ({ kind, worker }: StrikePlan): number[] => {
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

  const strike = (planned: StrikePlan) => {
    const pids = targetsOf(planned);
    if (pids.length === 0) return;
    const done = { kind: planned.kind, atMs: Date.now(), pids };
    for (const pid of pids) sendSignal(pid, SIGNALS[planned.kind] ?? "SIGKILL");
    if (planned.kind === "freeze a worker") {
      for (const pid of pids) frozen.add(pid);
      setTimeout(() => pids.forEach(thawOne), FROZEN_MS).unref();
    }
    strikes.push(done);
    onStrike(done);
  };

  return {
    strikes,
    async run(signal) {
      const startedMs = performance.now();
      for (const planned of plan) {
        const inMs = Math.max(0, planned.atMs - (performance.now() - startedMs));
        await wait(inMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        strike(planned);
      }
    },
    thaw: () => [...frozen].forEach(thawOne),
  };
}

const SIGNALS: Partial<Record<StrikeKind, NodeJS.Signals>> = {
  "stop a worker in order": "SIGTERM",
  "freeze a worker": "SIGSTOP",
};
