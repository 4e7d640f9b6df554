import type { Operation } from "@docsteward/contract/operation";
import type { Services } from "@docsteward/services/context";

/** What the answers of a deprecated operation say about its end (RFC 9745, RFC 8594); nothing for any other. */
export function deprecationHeaders(
  { baseUrl, v1Sunset }: Pick<Services, "baseUrl" | "v1Sunset">,
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
