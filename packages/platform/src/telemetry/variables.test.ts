import { expect, test } from "vitest";
import { parseEnv } from "../env.ts";
import { collectorUrls } from "./variables.ts";

const urlsOf = (variables: Record<string, string>) => collectorUrls(parseEnv(variables));
const NONE = { traces: undefined, metrics: undefined, logs: undefined };

test("without an address nothing is sent", () => {
  expect(urlsOf({})).toEqual(NONE);
  expect(urlsOf({ OTEL_LOGS_EXPORTER: "otlp", OTEL_SERVICE_NAME: "handbook" })).toEqual(NONE);
});

test("the common address has a path for each signal, and the address of one signal is used as it is", () => {
  const common = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/otlp/" };

  expect(urlsOf(common)).toEqual({
    traces: "http://collector:4318/otlp/v1/traces",
    metrics: "http://collector:4318/otlp/v1/metrics",
    logs: "http://collector:4318/otlp/v1/logs",
  });
  expect(urlsOf({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "https://metrics.example.com/write/" })).toEqual({
    ...NONE,
    metrics: "https://metrics.example.com/write/",
  });
  expect(urlsOf({ ...common, OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: "http://logs/in" }).logs).toBe("http://logs/in");
});

test("a signal whose exporter is none isn't sent", () => {
  const variables = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://traces",
    OTEL_TRACES_EXPORTER: "none",
    OTEL_METRICS_EXPORTER: "none",
  };

  expect(urlsOf(variables)).toEqual({ ...NONE, logs: "http://collector:4318/v1/logs" });
});

test.each([
  ["OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "collector:4318", "must be an http:// or https:// URL"],
  ["OTEL_METRICS_EXPORTER", "prometheus", "OTEL_METRICS_EXPORTER"],
  ["OTEL_METRIC_EXPORT_INTERVAL", "99", "must be milliseconds from 100 to 3600000"],
  ["OTEL_METRIC_EXPORT_INTERVAL", "1m", "must be milliseconds from 100 to 3600000"],
])("%s=%s is refused", (key, value, sentence) => {
  expect(() => parseEnv({ [key]: value })).toThrow(sentence);
});
