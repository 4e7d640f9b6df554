import type { IncomingMessage, ServerResponse } from "node:http";
import { isTracing, NO_SPAN, type Span, startSpan } from "@docsteward/platform/tracing";
import { isProbe, METHODS, redactPath } from "./guard/guard-request.ts";

/**
 * Begins the span of a request, below the span that the caller names. It ends with the answer. Probes and the parts of
 * dashboard pages have none.
 */
export function traceRequest(request: IncomingMessage, response: ServerResponse): Span {
  const pathname = (request.url ?? "/").split("?", 1)[0] ?? "/";
  if (!isTracing() || isProbe(pathname) || pathname.startsWith("/_next/")) return NO_SPAN;
  const method = METHODS.find((name) => name === request.method);
  const given = request.headers.traceparent;
  const span = startSpan(method ?? "HTTP", {
    kind: "server",
    attributes: { "http.request.method": method ?? "_OTHER", "url.path": redactPath(pathname) },
    parent: typeof given === "string" ? given : null,
  });
  response.once("close", () => {
    span.set({
      "http.response.status_code": response.statusCode,
      "docsteward.request.id": String(request.headers["x-request-id"] ?? ""),
    });
    if (response.statusCode >= 500) span.fail(String(response.statusCode));
    span.end();
  });
  return span;
}
