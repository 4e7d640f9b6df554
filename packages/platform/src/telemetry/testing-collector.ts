import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as OTLP sends it, with its attributes as an object. */
export type CollectedSpan = {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  /** 2 for a failure. */
  status: { code?: number };
  attributes: Record<string, unknown>;
};

/** A record of a log, in the same way. */
export type CollectedLog = {
  service: string;
  timeUnixNano: string;
  severityNumber: number;
  severityText: string;
  body?: string;
  traceId?: string;
  spanId?: string;
  attributes: Record<string, unknown>;
};

/** A value of a metric, in the same way. Its name and labels are as Prometheus writes them. */
export type CollectedPoint = {
  service: string;
  /** With `_bucket`, `_sum` and `_count` for those of a histogram. */
  name: string;
  labels: Record<string, unknown>;
  value: number;
};

type Value = {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number | string;
  doubleValue?: number;
  arrayValue?: { values: Value[] };
  kvlistValue?: { values: Attribute[] };
};
type Attribute = { key: string; value: Value };
type Resource = { attributes: Attribute[] };
type SentSpan = Omit<CollectedSpan, "attributes" | "service"> & { attributes: Attribute[] };
type SentLog = Omit<CollectedLog, "attributes" | "service" | "body"> & { attributes: Attribute[]; body?: Value };
type SentPoint = { attributes: Attribute[]; asDouble: number };
type SentHistogram = {
  attributes: Attribute[];
  bucketCounts: number[];
  explicitBounds: number[];
  count: number;
  sum: number;
};
type SentMetric = {
  name: string;
  gauge?: { dataPoints: SentPoint[] };
  sum?: { dataPoints: SentPoint[] };
  histogram?: { dataPoints: SentHistogram[] };
};
type Sent = {
  resourceSpans?: { resource: Resource; scopeSpans: { spans: SentSpan[] }[] }[];
  resourceLogs?: { resource: Resource; scopeLogs: { logRecords: SentLog[] }[] }[];
  resourceMetrics?: { resource: Resource; scopeMetrics: { metrics: SentMetric[] }[] }[];
};

const read = ({ stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue }: Value): unknown =>
  stringValue ??
  boolValue ??
  (intValue === undefined ? undefined : Number(intValue)) ??
  doubleValue ??
  arrayValue?.values.map(read) ??
  (kvlistValue && toObject(kvlistValue.values));
const toObject = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, read(value)]));
const serviceOf = ({ attributes }: Resource) => String(toObject(attributes)["service.name"]);

function toPoints({ name, gauge, sum, histogram }: SentMetric): Omit<CollectedPoint, "service">[] {
  const plain = [...(gauge?.dataPoints ?? []), ...(sum?.dataPoints ?? [])];
  const points = plain.map(({ attributes, asDouble: value }) => ({ name, labels: toObject(attributes), value }));
  const ofHistograms = (histogram?.dataPoints ?? []).flatMap((point) => {
    const labels = toObject(point.attributes);
    let below = 0;
    const buckets = point.bucketCounts.map((count, at) => {
      below += count;
      const le = String(point.explicitBounds[at] ?? "+Inf");
      return { name: `${name}_bucket`, labels: { le, ...labels }, value: below };
    });
    return [
      ...buckets,
      { name: `${name}_sum`, labels, value: point.sum },
      { name: `${name}_count`, labels, value: point.count },
    ];
  });
  return [...points, ...ofHistograms];
}

/** Writes a line for each package of OpenTelemetry's SDK that a process loads, as its first module (`node --import`). */
export const SAYS_TELEMETRY = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(name, context, next) {
      const [, part] = /^@opentelemetry\\/((?:sdk|exporter)-.+)/.exec(name) ?? [];
      if (part) process.stderr.write("OpenTelemetry is loaded: " + part + "\\n");
      return next(name, context);
    },
  });`)}`;

/**
 * An OpenTelemetry collector on this machine, which keeps what it gets.
 *
 * @param options.status of its answers
 * @param options.answersAfter what its answers wait for
 */
export async function startCollector({ status = 200, answersAfter = Promise.resolve() } = {}) {
  const spans: CollectedSpan[] = [];
  const logs: CollectedLog[] = [];
  const points: CollectedPoint[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    requests.push({ path: request.url ?? "", headers: request.headers });
    const { resourceSpans = [], resourceLogs = [], resourceMetrics = [] } = JSON.parse(body) as Sent;
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service: serviceOf(resource), attributes: toObject(span.attributes) });
    for (const { resource, scopeLogs } of resourceLogs)
      for (const { body: said, ...record } of scopeLogs.flatMap((scope) => scope.logRecords))
        logs.push({
          ...record,
          service: serviceOf(resource),
          body: said?.stringValue,
          attributes: toObject(record.attributes),
        });
    for (const { resource, scopeMetrics } of resourceMetrics)
      for (const metric of scopeMetrics.flatMap(({ metrics }) => metrics))
        points.push(...toPoints(metric).map((point) => ({ ...point, service: serviceOf(resource) })));
    await answersAfter;
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    logs,
    points,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
