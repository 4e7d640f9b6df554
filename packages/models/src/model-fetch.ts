import { createBoundedFetch, DOCUMENT_BOUNDS } from "@docsteward/platform/bounded-fetch";

/**
 * The one way to a model server, whoever chose its address. A stream of the longest answer that is asked for has some 16,000 events of 400
 * bytes. The embeddings of one call are 64 lists of some thousand numbers.
 */
export function createModelFetch(send?: typeof fetch): typeof fetch {
  const bounds = { ...DOCUMENT_BOUNDS, maxStreamBytes: 10_000_000, timeoutMs: 900_000 };
  return createBoundedFetch(bounds, send);
}
