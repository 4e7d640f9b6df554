import type { Env } from "../env.ts";
import type { Exporting, StopExport } from "./export-to-collector.ts";
import type { CollectMetrics } from "./start-metrics.ts";
import { collectorUrls } from "./variables.ts";

// Apart from `tracing.ts` and `log.ts`, which Next bundles into every route: the SDK stays out of there.

/**
 * Starts to send the traces and the log of this process to a collector, each where the operator has set an address for it.
 * Otherwise the SDK isn't even loaded.
 *
 * @returns what sends the rest, for the end of the process
 */
export async function openTelemetry(env: Env, process: Exporting): Promise<StopExport> {
  const { traces, logs } = collectorUrls(env);
  const stops: StopExport[] = [];
  if (traces !== undefined) {
    const { startTracing } = await import("./start-tracing.ts");
    stops.push(startTracing({ ...env, url: traces }, process));
  }
  if (logs !== undefined) {
    const { startLogs } = await import("./start-logs.ts");
    stops.push(startLogs({ ...env, url: logs }, process));
  }
  return async (isLate) => void (await Promise.all(stops.map((stop) => stop(isLate))));
}

/**
 * The same for metrics, which a process has when it can answer.
 *
 * @param collect reads them, at each export
 */
export async function openMetrics(env: Env, process: Exporting, collect: CollectMetrics): Promise<StopExport> {
  const { metrics } = collectorUrls(env);
  if (metrics === undefined) return async () => undefined;
  const { startMetrics } = await import("./start-metrics.ts");
  return startMetrics({ ...env, url: metrics }, process, collect);
}
