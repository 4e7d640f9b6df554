import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

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

/** What this process counts. Every route bundles a copy of this module, so the meters themselves hang on the process. */
export function meters() {
  held[KEY] ??= createMeters();
  return held[KEY];
}
