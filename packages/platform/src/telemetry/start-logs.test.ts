import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { parseEnv } from "../env.ts";
import { createRecordingLog } from "../log.ts";
import { inSpan, startSpan } from "../tracing.ts";
import { openTelemetry } from "./open-telemetry.ts";
import { startCollector } from "./testing-collector.ts";

/** A log with what it wrote, whose lines also go to the collector that `variables` name. */
async function openLog(variables: Record<string, string>) {
  const lines: string[] = [];
  const log = createRecordingLog((line) => lines.push(line));
  const stop = await openTelemetry(parseEnv(variables), { name: "docsteward-test", log });
  return { log, lines, stop };
}

test("a line is a record with its severity, its fields and its place in a trace, and hides what the log hides", async () => {
  await using collector = await startCollector();
  const { log, lines, stop } = await openLog({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20x",
  });
  const begunMs = Date.now();

  await inSpan("work", { parent: null }, async () => {
    log
      .child({ requestId: "req_1" })
      .warn({ jobs: 2, isLate: true, models: ["a"], token: "s3cret" }, "a queue is late");
  });
  log.fatal({ err: new TypeError("no such page"), headers: { authorization: "s3cret" } });
  await stop();
  log.info("after the end");

  await expect.poll(() => collector.logs).toHaveLength(2);
  await expect.poll(() => collector.spans).toHaveLength(1);
  const [span] = collector.spans;
  const [late, failed] = collector.logs;
  expect(late).toMatchObject({
    service: "docsteward-test",
    severityNumber: 13,
    severityText: "warn",
    body: "a queue is late",
    traceId: span?.traceId,
    spanId: span?.spanId,
    attributes: { requestId: "req_1", jobs: 2, isLate: true, models: ["a"], token: "[redacted]" },
  });
  expect(Object.keys(late?.attributes ?? {})).toEqual(["requestId", "jobs", "isLate", "models", "token"]);
  expect(failed).toMatchObject({
    severityNumber: 21,
    severityText: "fatal",
    body: "no such page",
    attributes: { err: { type: "TypeError", message: "no such page" }, headers: { authorization: "[redacted]" } },
  });
  expect(failed?.traceId).toBeUndefined();
  expect(Number(late?.timeUnixNano) / 1e6).toBeGreaterThanOrEqual(begunMs);
  expect(JSON.stringify(collector.logs)).not.toContain("s3cret");
  expect(lines).toHaveLength(3);
  expect(collector.requests.map(({ path }) => path).toSorted()).toEqual(["/v1/logs", "/v1/traces"]);
  expect(collector.requests[0]?.headers.authorization).toBe("Bearer x");
});

test("each signal can have an address of its own, or none", async () => {
  await using collector = await startCollector();
  const { log, stop } = await openLog({
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${collector.url}/only/logs`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_EXPORTER: "none",
  });
  startSpan("work", { parent: null }).end();
  log.info("a line");
  await stop();
  await expect.poll(() => collector.logs).toHaveLength(1);
  const silent = await openLog({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_LOGS_EXPORTER: "none" });
  startSpan("kept", { parent: null }).end();
  silent.log.info("another line");
  await silent.stop();
  await expect.poll(() => collector.spans).toHaveLength(1);

  expect(collector.requests.map(({ path }) => path)).toEqual(["/only/logs", "/v1/traces"]);
});

test("a line whose fields are not what they are elsewhere is a record, too", async () => {
  await using collector = await startCollector();
  const { log, stop } = await openLog({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });

  log.info({ time: "noon", level: "high", pid: 7, name: "a page", msg: { page: 1 } });
  log.info({ jobs: null });
  await stop();

  await expect.poll(() => collector.logs).toHaveLength(2);
  expect(collector.logs[0]).toMatchObject({ body: '{"page":1}', attributes: { pid: 7, name: "a page" } });
  expect(collector.logs[1]).toMatchObject({ severityText: "info", attributes: { jobs: undefined } });
});

test("of a long line only the beginning and what is short goes", async () => {
  await using collector = await startCollector();
  const { log, stop } = await openLog({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const page = "x".repeat(1_000_000);

  log.error({ requestId: "req_1", page, parts: [page] }, page);
  await stop();

  await expect.poll(() => collector.logs).toHaveLength(1);
  expect(collector.logs[0]).toMatchObject({ body: "x".repeat(4_000), attributes: { requestId: "req_1" } });
  expect(Object.keys(collector.logs[0]?.attributes ?? {})).toEqual(["requestId"]);
});

test("a collector that doesn't answer in time costs a bounded number of lines, and holds nothing up", async () => {
  const { promise: answersAfter, resolve: answer } = Promise.withResolvers<void>();
  await using collector = await startCollector({ answersAfter });
  const { log, lines, stop } = await openLog({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });

  for (let at = 0; at < 20_000; at++) log.info({ at }, "a line");
  await expect.poll(() => collector.logs.length).toBeGreaterThan(0);
  const beganMs = performance.now();
  const stopped = stop();
  await stopped;
  const tookMs = performance.now() - beganMs;
  answer();

  expect(lines).toHaveLength(20_000);
  expect(tookMs).toBeLessThan(5_000);
  await expect.poll(() => collector.logs.at(-1)?.attributes.at).toBeGreaterThan(1_000);
  // Those that wait, and those that are on their way.
  expect(collector.logs.length).toBeLessThanOrEqual(2_048 + 512);
});

test("a collector that is away is said once, and a process that must end doesn't wait for it", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, "close");
  // The SDK tries again for this long.
  vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "2000");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { log, lines, stop } = await openLog({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_EXPORTER: "none",
  });
  const warnings = () => lines.filter((line) => line.includes("could not be sent"));

  for (let at = 0; at < 10_000; at++) log.info({ at }, "a line");
  await expect.poll(warnings, { timeout: 30_000 }).toHaveLength(1);
  const beganMs = performance.now();
  await stop(AbortSignal.abort());

  // Where it is late already, nothing is waited for.
  expect(performance.now() - beganMs).toBeLessThan(1_000);
  expect(JSON.parse(warnings()[0] ?? "")).toMatchObject({
    level: 40,
    msg: "log records could not be sent to the OpenTelemetry collector",
  });
  expect(lines).toHaveLength(10_001);
}, 60_000);
