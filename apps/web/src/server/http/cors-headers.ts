import type { Services } from "@docsteward/services/context";
import { isListedOrigin } from "@docsteward/services/key/is-listed-origin";

const EXPOSED =
  "X-Thread-Id, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Deprecation, Sunset, Link, ETag, Idempotency-Replayed";

/**
 * The headers that let a page of a listed website read an answer about a documentation site, refusals too. For every other
 * origin there is only `Vary`: the same for a site that does not exist.
 */
export async function corsHeaders(
  services: Services,
  request: Request,
  domain: unknown,
): Promise<Record<string, string>> {
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
