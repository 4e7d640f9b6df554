import { AsyncLocalStorage } from "node:async_hooks";
import { type Span as SdkSpan, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Env } from "../env.ts";
import { type Span, type SpanAttributes, type SpanOptions, setTracer } from "../tracing.ts";
import {
  contextOf,
  type Exporting,
  type ExportSettings,
  resourceOf,
  type StopExport,
  warnOfFailures,
  withinStopTime,
} from "./export-to-collector.ts";

// Only what the operator has set an address for imports this module, so that other processes don't load the SDK.

type SamplerEnv = Pick<Env, "OTEL_TRACES_SAMPLER" | "OTEL_TRACES_SAMPLER_ARG">;

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

/**
 * Starts to record the spans of this process and to send them by OTLP. Nothing is registered in OpenTelemetry's API, where
 * libraries would find it: their spans may hold query strings and prompts.
 *
 * @returns what sends the last spans, for the end of the process
 */
export function startTracing(settings: ExportSettings & SamplerEnv, { name, log }: Exporting): StopExport {
  const exporter = new OTLPTraceExporter({ url: settings.url, headers: settings.OTEL_EXPORTER_OTLP_HEADERS });
  warnOfFailures(exporter, { log, what: "spans" });
  const provider = new TracerProvider({
    resource: resourceOf(settings, name),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_LENGTH },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  const tracer = provider.getTracer("docsteward");
  setTracer({
    current: new AsyncLocalStorage(),
    start(spanName, { kind = "internal", attributes, parent, isRemote }) {
      return toSpan(
        tracer.startSpan(
          spanName,
          { kind: KINDS[kind], attributes: withValues(attributes) },
          contextOf(parent, { isRemote }),
        ),
      );
    },
  });
  return (isLate) => {
    setTracer(undefined);
    return withinStopTime(provider.shutdown(), isLate);
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

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: SamplerEnv): Sampler {
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
