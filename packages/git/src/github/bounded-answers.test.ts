import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { parseEnv } from "@docsteward/platform/env";
import { silentLogger } from "@docsteward/platform/log";
import { openTelemetry } from "@docsteward/platform/telemetry/open-telemetry";
import { startCollector } from "@docsteward/platform/telemetry/testing-collector";
import { inSpan } from "@docsteward/platform/tracing";
import { expect, test } from "vitest";
import { convertManifest } from "./open-github-app.ts";

test("an answer of GitHub that never ends is given up", async () => {
  let sentBytes = 0;
  const server = createServer((_, response) => {
    response.writeHead(201, { "content-type": "application/json" }).write('{"id":"');
    const chunk = "x".repeat(64_000);
    const write = () => {
      while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
    };
    response.on("drain", write);
    write();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const call = convertManifest({ apiUrl, code: "c" });
  await expect(call).rejects.toThrow();
  expect(sentBytes).toBeLessThan(32_000_000);

  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

test("a call to GitHub is a span with its route, and neither its parameters nor the trace leave their side", async () => {
  await using collector = await startCollector();
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    response.writeHead(404, { "content-type": "application/json" }).end('{"message":"Not Found"}');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = parseEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const stop = await openTelemetry(settings, { name: "test", log: silentLogger });

  const call = inSpan("work", { parent: null }, () => convertManifest({ apiUrl, code: "one-time-code" }));
  await expect(call).rejects.toThrow();
  await stop();
  // The end waits for a collector only so long: on a busy machine the spans may arrive after it.
  await expect.poll(() => collector.spans).toHaveLength(2);

  const [span, work] = collector.spans;
  expect(span).toMatchObject({
    parentSpanId: work?.spanId,
    name: "POST /app-manifests/{code}/conversions",
    kind: 3,
    status: { code: 2 },
    attributes: { "http.response.status_code": 404, "server.address": "127.0.0.1" },
  });
  expect(JSON.stringify(collector.spans)).not.toContain("one-time-code");
  expect(received).toHaveLength(1);
  expect(received[0]).not.toHaveProperty("traceparent");

  server.closeAllConnections();
  server.close();
  await once(server, "close");
});
