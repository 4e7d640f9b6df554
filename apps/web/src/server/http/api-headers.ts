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
