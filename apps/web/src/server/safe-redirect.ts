const BASE = "http://docsteward.invalid";

/** The destination after a sign-in: always a path of this site, whatever a link contains. */
export function safeRedirectPath(next: string | string[] | undefined): string {
  if (typeof next !== "string") return "/";
  const url = URL.parse(next, BASE);
  if (!next.startsWith("/") || url === null || url.origin !== BASE) return "/";
  // `//evil.example` and `/\evil.example` are other sites to a browser; so may be a path that begins with two slashes once resolved.
  if (url.pathname.startsWith("//") || /^\/(?:sign-in|api)(?:\/|$)/.test(url.pathname)) return "/";
  return `${url.pathname}${url.search}${url.hash}`;
}
