import { expect, test } from "vitest";
import { parseEnv } from "./env.ts";
import { createRecordingLog, silentLogger } from "./log.ts";
import { openTelemetry } from "./telemetry/open-telemetry.ts";
import { startCollector } from "./telemetry/testing-collector.ts";
import { inSpan, readTraceparent, startSpan, traceFields } from "./tracing.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";
const GIVEN = `00-${TRACE}-${SPAN}-01`;
const open = (variables: Record<string, string>) =>
  openTelemetry(parseEnv(variables), { name: "docsteward-test", log: silentLogger });

test("a traceparent of this version and of a later one is read", () => {
  expect(readTraceparent(GIVEN)).toEqual({ traceId: TRACE, spanId: SPAN, flags: 1 });
  expect(readTraceparent(`cc-${TRACE}-${SPAN}-00-what-the-future-brings`)).toMatchObject({ flags: 0 });
});

test.each([
  "",
  "00",
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `${GIVEN}, ${GIVEN}`,
  `cc-${TRACE}-${SPAN}-01x`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${"0".repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-0z`,
  "x".repeat(1_000_000),
])("a traceparent that isn't valid doesn't count: %.80j", (text) => {
  expect(readTraceparent(text)).toBeNull();
});

test("spans reach the collector below the span that was given, with the operator's headers and no sentence of an error", async () => {
  await using collector = await startCollector();
  const stop = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20x,x-team=docs",
    OTEL_SERVICE_NAME: "handbook",
  });
  let fields = {};
  const work = inSpan("outer", { kind: "server", parent: GIVEN, attributes: { "http.route": "/a/{b}" } }, () =>
    inSpan("inner", { kind: "client", attributes: { left: undefined } }, async () => {
      fields = traceFields();
      throw Object.assign(new Error("the text of a page"), { code: "EPIPE" });
    }),
  );
  await expect(work).rejects.toThrow("the text of a page");
  await stop();
  // The end waits for a collector only so long: on a busy machine the spans may arrive after it.
  await expect.poll(() => collector.spans).toHaveLength(2);

  expect(collector.requests[0]).toMatchObject({
    path: "/v1/traces",
    headers: { authorization: "Bearer x", "x-team": "docs" },
  });
  const [inner, outer] = collector.spans;
  const failed = { traceId: TRACE, service: "handbook", status: { code: 2 } };
  expect(outer).toMatchObject({
    ...failed,
    parentSpanId: SPAN,
    name: "outer",
    kind: 2,
    attributes: { "http.route": "/a/{b}", "error.type": "EPIPE" },
  });
  expect(inner).toMatchObject({ ...failed, parentSpanId: outer?.spanId, name: "inner", kind: 3 });
  expect(fields).toEqual({ trace_id: TRACE, span_id: inner?.spanId });
  expect(JSON.stringify(collector.spans)).not.toContain("the text of a page");
});

test("work below no span, spans that the sampler leaves out, and spans after the end aren't sent", async () => {
  await using collector = await startCollector();
  const stop = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: "parentbased_always_off",
  });
  startSpan("background").end();
  startSpan("root", { parent: null }).end();
  startSpan("kept", { parent: GIVEN }).end();
  await stop();
  startSpan("late", { parent: GIVEN }).end();
  await expect.poll(() => collector.spans).not.toEqual([]);

  expect(collector.spans.map(({ name }) => name)).toEqual(["kept"]);
});

test("a collector that refuses holds nothing up, and the log says it", async () => {
  const lines: string[] = [];
  const log = createRecordingLog((line) => lines.push(line));
  await using collector = await startCollector({ status: 403 });
  const stop = await openTelemetry(parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }), { name: "test", log });

  await expect(inSpan("work", { parent: null }, async () => "done")).resolves.toBe("done");
  await stop();

  await expect.poll(() => lines.join("")).toContain("spans could not be sent");
});

test.each([
  ["OTEL_EXPORTER_OTLP_HEADERS", "authorization", "must be headers such as authorization=Bearer%20x"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "a=%zz", "must be headers"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "a=%0d%0ab: c", "must be headers"],
  ["OTEL_TRACES_SAMPLER", "sometimes", "OTEL_TRACES_SAMPLER"],
  ["OTEL_TRACES_SAMPLER_ARG", "1.5", "must be a number from 0 to 1"],
])("%s=%s is refused", (key, value, sentence) => {
  expect(() => parseEnv({ [key]: value })).toThrow(sentence);
});
