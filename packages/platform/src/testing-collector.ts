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

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; arrayValue?: { values: Value[] } };
type Attribute = { key: string; value: Value };
type SentSpan = Omit<CollectedSpan, "attributes" | "service"> & { attributes: Attribute[] };
type Sent = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[] };

const read = ({ stringValue, intValue, doubleValue, arrayValue }: Value): unknown =>
  stringValue ?? intValue ?? doubleValue ?? arrayValue?.values.map(read);
const toObject = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, read(value)]));

/**
 * An OpenTelemetry collector on this machine, which keeps the spans that it gets.
 *
 * @param options.status of its answers
 */
export async function startCollector({ status = 200 } = {}) {
  const spans: CollectedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    requests.push({ path: request.url ?? "", headers: request.headers });
    for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
      const service = String(toObject(resource.attributes)["service.name"]);
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({ ...span, service, attributes: toObject(span.attributes) });
    }
    response.writeHead(status, { "content-type": "application/json" }).end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
