import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";
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

/**
 * The `fetch` for every model server, whether an operator or an organization chose its address. A stream of the longest allowed
 * answer has some 16,000 events of 400 bytes. The embeddings of one call are 64 lists of some thousand numbers.
 */
export function createModelFetch(send?: typeof fetch): typeof fetch {
  const bounds = { ...DOCUMENT_BOUNDS, maxStreamBytes: 10_000_000, timeoutMs: 900_000 };
  return createBoundedFetch(bounds, send);
}
