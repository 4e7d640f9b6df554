import { type HrTime, ValueType } from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import type { Env } from "../env.ts";
import {
  createWarner,
  type Exporting,
  type ExportSettings,
  resourceOf,
  type StopExport,
  warnOfFailures,
  withinStopTime,
} from "./export-to-collector.ts";

// Only what the operator has set an address for imports this module, so that other processes don't load the SDK.

/** A value as prom-client has it. Those of a histogram say by `metricName` whether they are a bucket, the sum or the count. */
type CollectedValue = { value: number; labels: Record<string, string | number | undefined>; metricName?: string };
/** A metric of prom-client, with its values. */
export type CollectedMetric = {
  name: string;
  help: string;
  /** By its word; the types of prom-client say that it is a number. */
  type: unknown;
  values: CollectedValue[];
};

/** Reads metrics. What can't be read now is left out, and `error` says why. */
export type CollectMetrics = () => Promise<{ metrics: readonly CollectedMetric[]; error?: unknown }>;

/**
 * Starts to send the metrics of this process by OTLP, again and again.
 *
 * @returns what sends them a last time, for the end of the process
 */
export function startMetrics(
  settings: ExportSettings & Pick<Env, "OTEL_METRIC_EXPORT_INTERVAL">,
  { name, log }: Exporting,
  collect: CollectMetrics,
): StopExport {
  const exporter = new OTLPMetricExporter({ url: settings.url, headers: settings.OTEL_EXPORTER_OTLP_HEADERS });
  warnOfFailures(exporter, { log, what: "metrics" });
  const warn = createWarner(log, "metrics could not be read for the OpenTelemetry collector");
  const resource = resourceOf(settings, name);
  const startTime = toHrTime(performance.timeOrigin);
  const producer = {
    async collect() {
      const { metrics, error } = await collect().catch((reason: unknown) => ({ metrics: [], error: reason }));
      if (error !== undefined) warn(error);
      const times = { startTime, endTime: toHrTime(Date.now()) };
      const made = metrics
        .map((metric) => toMetricData(metric, times))
        .filter(({ dataPoints }) => dataPoints.length > 0);
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: "docsteward" }, metrics: made }] },
        errors: [],
      };
    },
  };
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: settings.OTEL_METRIC_EXPORT_INTERVAL,
    metricProducers: [producer],
  });
  const provider = new MeterProvider({ resource, readers: [reader] });
  return (isLate) => withinStopTime(provider.shutdown(), isLate);
}

type Times = Pick<DataPoint<unknown>, "startTime" | "endTime">;

/** A metric as the SDK has it, under its own name. What a metric has no value for yet, such as a mean of nothing, is left out. */
function toMetricData({ name, help, type, values }: CollectedMetric, times: Times): MetricData {
  const about = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = () =>
    values
      .filter(({ value }) => Number.isFinite(value))
      .map(({ value, labels }) => ({ ...times, attributes: toAttributes(labels), value }));
  switch (type) {
    case "counter":
      return { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
    case "gauge":
      return { ...about, dataPointType: DataPointType.GAUGE, dataPoints: points() };
    case "histogram":
      return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(values, name, times) };
    default:
      throw new Error(`The metric ${name} is a ${String(type)}, which is exported in no way.`);
  }
}

/** Histograms by their labels. prom-client counts in each bucket what is in smaller ones, too; the SDK does not. */
function toHistograms(values: readonly CollectedValue[], name: string, times: Times): DataPoint<Histogram>[] {
  const byLabels = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(toAttributes(labels)));
  return [...byLabels].map(([labels, own]) => {
    const buckets = own.filter(({ metricName }) => metricName === `${name}_bucket`);
    const totalOf = (suffix: string) => own.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0;
    return {
      ...times,
      attributes: JSON.parse(labels) as Record<string, string>,
      value: {
        buckets: {
          boundaries: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
          counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
        },
        sum: totalOf("sum"),
        count: totalOf("count"),
      },
    };
  });
}

/** Labels are texts in Prometheus, also where prom-client keeps a number. */
function toAttributes(labels: CollectedValue["labels"]): Record<string, string> {
  const given = Object.entries(labels).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function toHrTime(ms: number): HrTime {
  return [Math.trunc(ms / 1_000), Math.round((ms % 1_000) * 1_000_000)];
}
