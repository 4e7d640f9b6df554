import { parseEnv } from "@docsteward/platform/env";
import { createRecordingLog, silentLogger } from "@docsteward/platform/log";
import { openMetrics } from "@docsteward/platform/telemetry/open-telemetry";
import { type CollectedPoint, startCollector } from "@docsteward/platform/telemetry/testing-collector";
import { createTestServices } from "@docsteward/services/testing";
import { Counter, Histogram, Registry } from "prom-client";
import { expect } from "vitest";
import { appTest } from "../testing/test-app.ts";
import { collectMetrics, renderMetrics } from "./metrics.ts";

const test = appTest();
const exporting = { name: "docsteward-test", log: silentLogger };
/** The SDK exports again and again, and once more at the end. */
const variablesFor = (url: string) => parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: url });

/** A sample as Prometheus' text format begins its line. */
function nameSample({ name, labels }: CollectedPoint): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join()}}`;
}

test("a collector gets every sample of /metrics, with its name and labels", async ({ services }) => {
  await using collector = await startCollector();
  const text = await renderMetrics(services);
  const stop = await openMetrics(variablesFor(collector.url), exporting, () => collectMetrics(services));

  await stop();

  await expect.poll(() => collector.points.length).toBeGreaterThan(0);
  expect(collector.requests).toMatchObject([{ path: "/v1/metrics" }]);
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  // Where nothing was measured, there is no number to send. What runs in the process, and what was collected of it, changes.
  const rendered = lines.filter((line) => !line.endsWith(" Nan") && !/_active_|_gc_/.test(line));
  const samples = new Set(collector.points.map(nameSample));
  expect(rendered.length).toBeGreaterThan(50);
  expect(rendered.map((line) => line.slice(0, line.lastIndexOf(" "))).filter((name) => !samples.has(name))).toEqual([]);
});

test("counters and histograms keep their values and buckets", async () => {
  await using collector = await startCollector();
  const registry = new Registry();
  const registers = [registry];
  const calls = new Counter({ name: "calls_total", help: "Calls.", labelNames: ["status"], registers });
  const took = new Histogram({ name: "took_seconds", help: "Time.", labelNames: ["a"], buckets: [0.5, 1], registers });
  calls.inc({ status: 200 }, 3);
  for (const seconds of [0.1, 0.7, 0.8, 4]) took.observe({ a: "x" }, seconds);
  took.observe({ a: "y" }, 1);
  const stop = await openMetrics(variablesFor(collector.url), exporting, async () => ({
    metrics: await registry.getMetricsAsJSON(),
  }));

  await stop();

  await expect.poll(() => collector.points.length).toBeGreaterThan(0);
  const values = Object.fromEntries(collector.points.map((point) => [nameSample(point), point.value]));
  expect(values).toEqual({
    'calls_total{status="200"}': 3,
    'took_seconds_bucket{le="0.5",a="x"}': 1,
    'took_seconds_bucket{le="1",a="x"}': 3,
    'took_seconds_bucket{le="+Inf",a="x"}': 4,
    'took_seconds_sum{a="x"}': expect.closeTo(5.6),
    'took_seconds_count{a="x"}': 4,
    'took_seconds_bucket{le="0.5",a="y"}': 0,
    'took_seconds_bucket{le="1",a="y"}': 1,
    'took_seconds_bucket{le="+Inf",a="y"}': 1,
    'took_seconds_sum{a="y"}': 1,
    'took_seconds_count{a="y"}': 1,
  });
});

test("without its database a process sends what it counts itself, and says so", async () => {
  await using collector = await startCollector();
  const lines: string[] = [];
  const log = createRecordingLog((line) => lines.push(line));
  const closed = await createTestServices();
  await closed.close();
  const stop = await openMetrics(variablesFor(collector.url), { ...exporting, log }, () => collectMetrics(closed));

  await stop();

  await expect.poll(() => collector.points.map(({ name }) => name)).toContain("docsteward_open_streams");
  expect(collector.points.map(({ name }) => name)).not.toContain("docsteward_webhook_endpoints_paused");
  expect(lines.join("")).toContain("metrics could not be read for the OpenTelemetry collector");
});

test("a collector that refuses holds nothing up, and the log says it once", async ({ services }) => {
  await using collector = await startCollector({ status: 403 });
  const lines: string[] = [];
  const log = createRecordingLog((line) => lines.push(line));
  const settings = parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: "100" });
  const stop = await openMetrics(settings, { ...exporting, log }, () => collectMetrics(services));

  await expect.poll(() => collector.requests.length).toBeGreaterThan(2);
  await stop();

  expect(lines.filter((line) => line.includes("metrics could not be sent"))).toHaveLength(1);
});

test("without an address, and with none for metrics, nothing is read and nothing is sent", async () => {
  await using collector = await startCollector();
  const refuse = async () => {
    throw new Error("Metrics are read, and nobody wants them.");
  };

  for (const variables of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_METRICS_EXPORTER: "none" }])
    await (await openMetrics(parseEnv(variables), exporting, refuse))();

  expect(collector.requests).toEqual([]);
});
