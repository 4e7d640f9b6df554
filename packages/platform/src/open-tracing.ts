import type { Env } from "./env.ts";
import type { Reporter } from "./log.ts";

// Apart from `tracing.ts`, which Next bundles into every route: the SDK stays out of there.

/**
 * Starts tracing where the operator has set a collector's address. Otherwise the SDK isn't even loaded.
 *
 * @param name of the process
 * @returns what sends the last spans, for the end of the process
 */
export async function openTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings }: Env,
  process: { name: string; log: Reporter },
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => undefined;
  const { startTracing } = await import("./start-tracing.ts");
  return startTracing({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, process);
}
