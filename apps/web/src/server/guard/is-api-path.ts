const API = /^\/(?:(?:v1|v2|discovery|mcp)(?:\/.*)?|errors\/[^/]+|healthz|readyz|metrics|openapi\.json)$/;

/**
 * Whether a path belongs to the public API, which guards itself with keys. Everything else is the dashboard, as is a path that
 * is not in its plain form: `/v2/../acme` might be routed as `/acme`.
 *
 * @param pathname of the request line, as it came
 */
export function isApiPath(pathname: string): boolean {
  const isPlain = !pathname.includes("//") && URL.parse(pathname, "http://localhost")?.pathname === pathname;
  return isPlain && API.test(pathname);
}
