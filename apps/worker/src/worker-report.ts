import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { poolUseOf } from "@docsteward/db/client";
import { newId } from "@docsteward/platform/id";
import type { Log } from "@docsteward/platform/log";
import type { ModelUsage } from "@docsteward/platform/money";
import type { OpenedServices } from "@docsteward/services/open-services";
import { REPORT_MS, removeWorker, reportWorker, WorkerFigures } from "@docsteward/services/worker-process";
import type { Pause } from "./machine.ts";

/** What a worker counts of its jobs. */
export type WorkerMeter = {
  figures: WorkerFigures;
  /** Ids of the jobs that it holds. */
  held: Set<string>;
  countUsage(usage: ModelUsage): void;
  countEnd(end: { code: string | null; ms: number }): void;
};

/** Opens the counters of a worker process. */
export function createWorkerMeter(): WorkerMeter {
  const figures = WorkerFigures.parse({});
  return {
    figures,
    held: new Set(),
    countUsage({ inputTokens, outputTokens, modelCalls }) {
      figures.inputTokens += inputTokens;
      figures.outputTokens += outputTokens;
      figures.modelCalls += modelCalls;
    },
    countEnd({ code, ms }) {
      figures.jobSeconds += ms / 1_000;
      if (code === null) figures.completed += 1;
      else figures.failed += 1;
      if (code === "model_error") figures.modelErrors += 1;
    },
  };
}

type ReportOptions = {
  services: OpenedServices;
  log: Log;
  meter: WorkerMeter;
  concurrency: number;
  pause(): Pause | null;
  everyMs?: number;
};

/** Says every few seconds how this worker is, where operators and their metrics find it. */
export function startWorkerReport({ services, log, meter, concurrency, pause, everyMs = REPORT_MS }: ReportOptions) {
  const id = newId("wrk");
  const startedAt = services.clock.now();
  const report = async () => {
    const { total, idle, waiting } = poolUseOf(services.db);
    const disk = await statfs(services.dataDir).catch(() => null);
    const figures = {
      ...meter.figures,
      memoryBytes: process.memoryUsage.rss(),
      diskFreeBytes: disk && disk.bavail * disk.bsize,
      poolTotal: total,
      poolIdle: idle,
      poolWaiting: waiting,
    };
    const jobs = [...meter.held];
    const held = { concurrency, running: jobs.length, jobs };
    const own = { id, host: hostname(), pid: process.pid, startedAt, ...held, pause: pause(), figures };
    await reportWorker(services, own).catch((error: unknown) => log.debug({ err: error }, "worker could not report"));
  };
  const timer = setInterval(report, everyMs).unref();
  void report();
  return {
    report,
    async stop() {
      clearInterval(timer);
      await removeWorker(services, { id }).catch(() => undefined);
    },
  };
}
