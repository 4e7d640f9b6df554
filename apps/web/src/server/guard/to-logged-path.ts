/** A path as the log tells it: the token of an invitation stands in its path, and opens an organization. */
export function toLoggedPath(pathname: string): string {
  return pathname.replace(/^(\/+invite\/+)[^/]+/i, "$1…");
}
