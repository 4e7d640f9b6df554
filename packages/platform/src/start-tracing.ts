import { AsyncLocalStorage } from "node:async_hooks";
import { hostname } from "node:os";
import { ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, resourceAttributesEnvDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Env } from "./env.ts";
import type { Reporter } from "./log.ts";
import { readTraceparent, type Span, type SpanAttributes, type SpanOptions, setTracer } from "./tracing.ts";

// Only what `OTEL_EXPORTER_OTLP_ENDPOINT` is set for imports this module, so that other processes don't load the SDK.

type TracingEnv = Pick<
  Env,
  "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_SERVICE_NAME" | "OTEL_TRACES_SAMPLER" | "OTEL_TRACES_SAMPLER_ARG"
> & { OTEL_EXPORTER_OTLP_ENDPOINT: string };

const KINDS: Record<NonNullable<SpanOptions["kind"]>, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};
/** Values are names, ids and numbers; a longer one came from outside. */
const MAX_VALUE_LENGTH = 500;
const SEND_EVERY_MS = 1_000;
/** The end of a process doesn't wait longer for a collector that is away. */
const STOP_MS = 2_000;

/**
 * Starts to record the spans of this process and to send them by OTLP. Nothing is registered in OpenTelemetry's API, where
 * libraries would find it: their spans may hold query strings and prompts.
 *
 * @param name of the process, for the service unless `OTEL_SERVICE_NAME` names it
 * @returns what sends the last spans, for the end of the process
 */
export function startTracing(
  settings: TracingEnv,
  { name, log }: { name: string; log: Reporter },
): () => Promise<void> {
  const url = `${settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: settings.OTEL_EXPORTER_OTLP_HEADERS });
  const provider = new TracerProvider({
    resource: detectResources({ detectors: [resourceAttributesEnvDetector] }).merge(
      resourceFromAttributes({
        "service.name": settings.OTEL_SERVICE_NAME ?? name,
        "service.instance.id": `${hostname()}:${process.pid}`,
      }),
    ),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({ exporter: withWarnings(exporter, log), scheduledDelayMillis: SEND_EVERY_MS }),
    ],
  });
  const tracer = provider.getTracer("docsteward");
  setTracer({
    current: new AsyncLocalStorage(),
    start(spanName, { kind = "internal", attributes, parent, isRemote }) {
      const above = parent === null ? null : readTraceparent(parent);
      const context =
        above === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId: above.traceId,
              spanId: above.spanId,
              traceFlags: above.flags,
              isRemote,
            });
      return toSpan(tracer.startSpan(spanName, { kind: KINDS[kind], attributes: withValues(attributes) }, context));
    },
  });
  return async () => {
    setTracer(undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, STOP_MS).unref();
    await Promise.race([promise, provider.shutdown().catch(() => undefined)]);
  };
}

function toSpan(span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    set: (attributes) => void span.setAttributes(withValues(attributes)),
    rename: (name) => void span.updateName(name),
    fail(type) {
      span.setAttribute("error.type", type);
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
    traceparent: `00-${traceId}-${spanId}-${(traceFlags & 0xff).toString(16).padStart(2, "0")}`,
  };
}

function withValues(attributes: SpanAttributes = {}) {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, typeof value === "object" ? [...value] : value]],
    ),
  );
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingEnv): Sampler {
  switch (name) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return new TraceIdRatioBasedSampler(ratio);
    case "parentbased_always_on":
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}

const WARN_EVERY_MS = 60_000;

/** The SDK is silent when the collector is away: the log says it, once a minute. */
function withWarnings(exporter: SpanExporter, log: Reporter): SpanExporter {
  let warnedMs = Number.NEGATIVE_INFINITY;
  return {
    export(spans, onResult) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - warnedMs > WARN_EVERY_MS) {
          warnedMs = performance.now();
          const error = result.error.message.slice(0, 500);
          log.warn({ error }, "spans could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT");
        }
        onResult(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
