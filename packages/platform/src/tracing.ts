import type { AsyncLocalStorage } from "node:async_hooks";

/** What a span says of its work. Never the text of a prompt, a page or an answer, a query string, or a secret. */
export type SpanAttributes = Record<string, string | number | boolean | readonly string[] | undefined>;

/** Whether a span is a call that came in, a call that goes out, an entry of a queue and its work, or neither. */
export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";

/** A piece of work in a trace. Without tracing it does nothing. */
export type Span = {
  /** Adds attributes. Those without a value are left out. */
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Marks the work as failed. @param type a code or the name of an error, never its sentence */
  fail(type: string): void;
  end(): void;
  /** The header of W3C Trace Context; null without tracing. */
  readonly traceparent: string | null;
};

/** Options of a span. */
export type SpanOptions = {
  kind?: SpanKind;
  attributes?: SpanAttributes;
  /**
   * The `traceparent` of the span above, where that is another process's: null begins a trace. By default the current span; work
   * of none, such as a look at a repository every few seconds, isn't recorded.
   */
  parent?: string | null;
};

/** What records spans: `telemetry/start-tracing.ts` has it, and loads it only where tracing is set up. */
export type Tracer = {
  start(name: string, options: SpanOptions & { parent: string | null; isRemote: boolean }): Span;
  current: AsyncLocalStorage<Span>;
};

/** Records nothing. */
export const NO_SPAN: Span = {
  set: () => undefined,
  rename: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  traceparent: null,
};

// Next bundles a copy of this module per route, so the tracer is stored on the process.
const KEY = Symbol.for("docsteward.tracer");
const held = globalThis as { [KEY]?: Tracer };

/** Sets what records the spans of this process; undefined for nothing. */
export function setTracer(tracer: Tracer | undefined): void {
  held[KEY] = tracer;
}

/** Whether this process records spans. */
export function isTracing(): boolean {
  return held[KEY] !== undefined;
}

/** Begins a span that its caller ends. Work belongs to it inside of `runInSpan`. */
export function startSpan(name: string, options: SpanOptions = {}): Span {
  const { parent = currentSpan().traceparent } = options;
  const isRemote = options.parent !== undefined;
  if (parent === null && !isRemote) return NO_SPAN;
  return held[KEY]?.start(name, { ...options, parent, isRemote }) ?? NO_SPAN;
}

/** Runs `work` with `span` as the current one. It doesn't end the span. */
export function runInSpan<T>(span: Span, work: () => T): T {
  const tracer = held[KEY];
  return tracer === undefined ? work() : tracer.current.run(span, work);
}

/** Does `work` in a span of its own, which ends with it. An error of the work marks the span as failed. */
export async function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  if (!isTracing()) return work(NO_SPAN);
  const span = startSpan(name, options);
  try {
    return await runInSpan(span, () => work(span));
  } catch (error) {
    span.fail(errorTypeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The span that the current work belongs to. */
export function currentSpan(): Span {
  return held[KEY]?.current.getStore() ?? NO_SPAN;
}

/** An error as spans name it: its code, else its class. Its sentence may quote a page or a path. */
export function errorTypeOf(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** A `traceparent`, read. */
export type TraceParent = { traceId: string; spanId: string; flags: number };

const LENGTH = 55;
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads a `traceparent` of any origin (W3C Trace Context, level 2). @returns null for one that doesn't count */
export function readTraceparent(text: string): TraceParent | null {
  const [, version, traceId = "", spanId = "", flags = ""] = TRACEPARENT.exec(text.slice(0, LENGTH)) ?? [];
  if (version === undefined || version === "ff" || isZero(traceId) || isZero(spanId)) return null;
  // Later versions may add fields behind these.
  if (text.length > LENGTH && (version === "00" || text[LENGTH] !== "-")) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

const isZero = (id: string) => id === "0".repeat(id.length);

/** The ids of the current span, as log lines name them. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const { traceparent } = currentSpan();
  const ids = traceparent === null ? null : readTraceparent(traceparent);
  return ids === null ? {} : { trace_id: ids.traceId, span_id: ids.spanId };
}
