import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";

/**
 * The `fetch` for every model server, whether an operator or an organization chose its address. A stream of the longest allowed
 * answer has some 16,000 events of 400 bytes. The embeddings of one call are 64 lists of some thousand numbers.
 */
export function createModelFetch(send?: typeof fetch): typeof fetch {
  const bounds = { ...DOCUMENT_BOUNDS, maxStreamBytes: 10_000_000, timeoutMs: 900_000 };
  return createBoundedFetch(bounds, send);
}
