import type { Operation } from "@docsteward/contract/operation";
import type { SystemContext } from "@docsteward/services/context";

/** Headers of every API answer: nothing is stored on the way, nothing is rendered as a page. */
export function apiHeaders(requestId: string): Record<string, string> {
  return {
    "X-Request-Id": requestId,
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  };
}

/** What the answers of a deprecated operation say about its end (RFC 9745, RFC 8594); nothing for any other. */
export function deprecationHeaders(
  { baseUrl, v1Sunset }: Pick<SystemContext, "baseUrl" | "v1Sunset">,
  { deprecated }: Pick<Operation, "deprecated">,
  path: Record<string, unknown>,
): Record<string, string> {
  if (!deprecated) return {};
  const successor = deprecated.successor.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  return {
    Deprecation: `@${deprecated.sinceSeconds}`,
    Link: `<${baseUrl}/openapi.json>; rel="deprecation"; type="application/json", <${baseUrl}${successor}>; rel="successor-version"`,
    ...(v1Sunset && { Sunset: v1Sunset.toUTCString() }),
  };
}
