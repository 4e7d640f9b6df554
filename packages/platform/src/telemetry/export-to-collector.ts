import { hostname } from "node:os";
import { type Context, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import {
  detectResources,
  type Resource,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from "@opentelemetry/resources";
import type { Env } from "../env.ts";
import type { Reporter } from "../log.ts";
import { readTraceparent } from "../tracing.ts";

/** A process that exports: its name, for the service unless `OTEL_SERVICE_NAME` names it, and its log. */
export type Exporting = { name: string; log: Reporter };

/** Where and as what a process exports one signal. */
export type ExportSettings = Pick<Env, "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_SERVICE_NAME"> & {
  /** Of the collector, for this signal. */
  url: string;
};

/** The end of a process doesn't wait longer for a collector that is away. */
const STOP_MS = 2_000;
const WARN_EVERY_MS = 60_000;
const MAX_MESSAGE_LENGTH = 500;

/** What the collector is told of this process with everything that it gets. */
export function resourceOf({ OTEL_SERVICE_NAME }: ExportSettings, name: string): Resource {
  return detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
    resourceFromAttributes({
      "service.name": OTEL_SERVICE_NAME ?? name,
      "service.instance.id": `${hostname()}:${process.pid}`,
    }),
  );
}

/** The place in a trace that a `traceparent` names. */
export function contextOf(traceparent: string | null, { isRemote = false } = {}): Context {
  const above = traceparent === null ? null : readTraceparent(traceparent);
  if (above === null) return ROOT_CONTEXT;
  const { traceId, spanId, flags } = above;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags, isRemote });
}

/** An exporter of the SDK. */
type Exporter<Items> = { export(items: Items, done: (result: { code: number; error?: Error }) => void): void };

/** The SDK is silent when the collector is away: the log says it. */
export function warnOfFailures<Items>(exporter: Exporter<Items>, { log, what }: { log: Reporter; what: string }): void {
  const warn = createWarner(log, `${what} could not be sent to the OpenTelemetry collector`);
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.error !== undefined) warn(result.error);
      done(result);
    });
}

/** Warns once a minute: what is wrong for hours must not fill the log. */
export function createWarner(log: Reporter, sentence: string): (error: unknown) => void {
  let warnedMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - warnedMs <= WARN_EVERY_MS) return;
    warnedMs = performance.now();
    const message = error instanceof Error ? error.message : String(error);
    log.warn({ error: message.slice(0, MAX_MESSAGE_LENGTH) }, sentence);
  };
}

/** Sends the last of a signal, until the process must end. */
export type StopExport = (isLate?: AbortSignal) => Promise<void>;

/** Waits until the last of a signal is sent, but only so long, and not when it gets late. */
export async function withinStopTime(sending: Promise<void>, isLate?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, isLate?.aborted ? 0 : STOP_MS);
  isLate?.addEventListener("abort", () => resolve());
  await Promise.race([promise, sending.catch(() => undefined)]);
  clearTimeout(timer);
}
