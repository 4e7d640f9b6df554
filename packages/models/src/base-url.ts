import { trimEndOf } from "@docsteward/platform/cut-text";

/**
 * The address that providers want: with the `/v1` that people leave out.
 *
 * `https://api.anthropic.com` and `http://localhost:11434` get it; an address that ends in a version (`…/v1`, `…/v1beta`) keeps its path.
 *
 * @param isPathKept leave any path unchanged, for services whose version stands elsewhere (`https://host/openai`)
 * @param version what is added
 */
export function withVersionPath(address: string, { isPathKept = false, version = "v1" } = {}): string {
  const url = new URL(address);
  const path = trimEndOf(url.pathname, "/");
  const isComplete = /\/v\d+[a-z]*$/.test(path) || (isPathKept && path !== "");
  url.pathname = isComplete ? path : `${path}/${version}`;
  return trimEndOf(url.href, "/");
}
