import type { Operation } from "@docsteward/contract/operation";
import type { SystemContext } from "@docsteward/services/context";
import { isListedOrigin } from "@docsteward/services/key/authenticate";

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

const EXPOSED =
  "WWW-Authenticate, X-Thread-Id, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Deprecation, Sunset, Link, ETag, Idempotency-Replayed";

/** Every website may read these answers. They carry no cookies, and the key decides what is in them. */
export const ANY_WEBSITE = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Where an answer is read: `any` website, or those that keys of the named documentation site list. */
export type Readers = { domain: unknown; websites?: "any" };

/**
 * The headers that let a page of a listed website read an answer about a documentation site, refusals too. For every other
 * origin there is only `Vary`: the same for a site that does not exist.
 */
export async function corsHeaders(
  services: SystemContext,
  request: Request,
  { domain, websites }: Readers,
): Promise<Record<string, string>> {
  if (websites === "any") return ANY_WEBSITE;
  const origin = request.headers.get("origin");
  if (origin === null || !(await isListedOrigin(services, { domain: String(domain), origin })))
    return { Vary: "Origin" };
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": EXPOSED,
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
}

const KEPT_SECONDS = 600;
const HEADER_NAME = /^[\w-]+$/;

/** The answer to a browser that asks before it sends: listed websites may send any header, and never cookies. */
export async function preflightHeaders(
  services: SystemContext,
  request: Request,
  { methods, ...readers }: Readers & { methods: string },
): Promise<Record<string, string>> {
  const headers = await corsHeaders(services, request, readers);
  if (!("Access-Control-Allow-Origin" in headers)) return headers;
  const asked = request.headers.get("access-control-request-headers") ?? "";
  return {
    ...headers,
    Vary: "Origin, Access-Control-Request-Headers",
    "Access-Control-Allow-Methods": methods,
    "Access-Control-Allow-Headers": asked.split(",").every((name) => HEADER_NAME.test(name.trim()))
      ? asked
      : "Authorization, Content-Type",
    "Access-Control-Max-Age": String(KEPT_SECONDS),
  };
}
