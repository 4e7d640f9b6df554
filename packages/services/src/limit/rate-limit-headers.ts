import type { LimitUse } from "./limit-use.ts";

/** The pair of headers that tells a caller where it stands (IETF draft "RateLimit header fields for HTTP"). */
export function rateLimitHeaders(uses: LimitUse[]): Record<string, string> {
  if (uses.length === 0) return {};
  return {
    "RateLimit-Policy": uses
      .map(({ name, limit, windowSeconds }) => `"${name}";q=${limit};w=${windowSeconds}`)
      .join(", "),
    RateLimit: uses.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`).join(", "),
  };
}
