import type { CollectMetrics } from "@docsteward/platform/telemetry/start-metrics";
import type { SystemContext } from "@docsteward/services/context";
import { type InstallationMetrics, readMetrics } from "@docsteward/services/metrics";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { shutdownSignal } from "./shutdown.ts";

/** From an answer out of memory to a job's first words. */
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

function createMeters() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: "docsteward_web_" });
  return {
    registry,
    calls: new Histogram({
      name: "docsteward_http_call_duration_seconds",
      help: "Time until the head of an answer of the API, by operation and status.",
      labelNames: ["operation", "status"],
      buckets: BUCKETS_SECONDS,
      registers,
    }),
    openStreams: new Gauge({
      name: "docsteward_open_streams",
      help: "Open streams of this process.",
      registers,
    }),
  };
}

const KEY = Symbol.for("docsteward.web.meters");
const held = globalThis as { [KEY]?: ReturnType<typeof createMeters> };

/** The meters of this process. Every route bundles a copy of this module, so they are stored on the process. */
export function meters() {
  held[KEY] ??= createMeters();
  return held[KEY];
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * Everything there is to watch, in Prometheus' text format: what this process counts, and how the installation stands, which is
 * the same in every process.
 */
export async function renderMetrics(services: SystemContext): Promise<string> {
  const shared = toGauges(await readMetrics(services));
  return `${await meters().registry.metrics()}\n${await shared.metrics()}`;
}

/** The same for a collector. Without the database, and while the process ends, only what this process counts. */
export async function collectMetrics(services: SystemContext): ReturnType<CollectMetrics> {
  const own = await meters().registry.getMetricsAsJSON();
  if (shutdownSignal().aborted) return { metrics: own };
  try {
    const shared = toGauges(await readMetrics(services));
    return { metrics: [...own, ...(await shared.getMetricsAsJSON())] };
  } catch (error) {
    return { metrics: own, error };
  }
}

/** What workers report of themselves, by the name of a metric. */
const WORKER_FIGURES: Record<keyof InstallationMetrics["workers"][number]["figures"], [name: string, help: string]> = {
  completed: ["rounds_completed_total", "Rounds of jobs that ended well."],
  failed: ["rounds_failed_total", "Rounds of jobs that failed."],
  jobSeconds: ["round_seconds_total", "Seconds that rounds of jobs took."],
  modelErrors: ["model_errors_total", "Rounds that failed because of the model."],
  modelCalls: ["model_calls_total", "Calls of models."],
  inputTokens: ["input_tokens_total", "Tokens sent to models."],
  outputTokens: ["output_tokens_total", "Tokens received from models."],
  memoryBytes: ["resident_memory_bytes", "Memory of the process."],
  diskFreeBytes: ["disk_free_bytes", "Free space on the disk of the data folder."],
  poolTotal: ["pool_connections", "Open connections of the database pool."],
  poolIdle: ["pool_idle_connections", "Free connections of the database pool."],
  poolWaiting: ["pool_waiting", "Queries that wait for a connection."],
};

function toGauges({ entries, jobs, indexes, pausedEndpoints, workers }: InstallationMetrics): Registry {
  const registry = new Registry();
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Gauge({ name: `docsteward_${name}`, help, labelNames, registers: [registry] });
  const queued = gauge("queue_entries", "Entries of the queues, by state.", ["queue", "state"]);
  const oldest = gauge("queue_oldest_seconds", "Age of the oldest entry of a queue, by state.", ["queue", "state"]);
  for (const { queue, state, count, oldestSeconds } of entries) {
    queued.set({ queue, state }, count);
    oldest.set({ queue, state }, oldestSeconds);
  }
  const allJobs = gauge(
    "jobs",
    "Agent jobs by status: all active ones, and ended ones that were created in the last 24 hours.",
    ["status"],
  );
  for (const { state, count } of jobs) allJobs.set({ status: state }, count);
  const allIndexes = gauge("site_indexes", "Sites, by the status of their last index run.", ["status"]);
  for (const { state, count } of indexes) allIndexes.set({ status: state }, count);
  gauge("webhook_endpoints_paused", "Webhook endpoints that are paused after repeated failures.", []).set(
    pausedEndpoints,
  );
  const state = gauge("worker_paused", "1 while a worker takes no jobs because its machine fails.", ["worker"]);
  const running = gauge("worker_jobs", "Jobs that a worker holds.", ["worker"]);
  for (const worker of workers) {
    state.set({ worker: nameOf(worker) }, worker.pause === null ? 0 : 1);
    running.set({ worker: nameOf(worker) }, worker.running);
  }
  for (const [figure, [name, help]] of Object.entries(WORKER_FIGURES)) {
    const own = gauge(`worker_${name}`, help, ["worker"]);
    for (const worker of workers) {
      const value = worker.figures[figure as keyof typeof WORKER_FIGURES];
      if (value !== null) own.set({ worker: nameOf(worker) }, value);
    }
  }
  return registry;
}

const nameOf = ({ host, pid }: InstallationMetrics["workers"][number]) => `${host}:${pid}`;
