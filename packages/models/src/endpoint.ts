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

const MODEL_BOUNDS = { ...DOCUMENT_BOUNDS, timeoutMs: 900_000 };
/** A stream of the longest allowed answer has some 16,000 events of 400 bytes. */
const STREAM_BOUNDS = { ...MODEL_BOUNDS, maxStreamBytes: 10_000_000 };
/** The longest allowed answer in one piece has some 100 kB. Reading more holds up all other callers of the process. */
const ANSWER_BOUNDS = { ...MODEL_BOUNDS, maxBytes: 1_000_000, maxStreamBytes: 1_000_000 };

/** The `fetch` for every model server, whether an operator or an organization chose its address. */
export function createModelFetch(send?: typeof fetch): typeof fetch {
  const fetchStream = createBoundedFetch(STREAM_BOUNDS, send);
  const fetchAnswer = createBoundedFetch(ANSWER_BOUNDS, send);
  return (input, init) => (isStreamRequest(input, init) ? fetchStream : fetchAnswer)(input, init);
}

/** The `fetch` for every server of embeddings. Those of one call are 64 lists of some thousand numbers. */
export function createEmbeddingFetch(): typeof fetch {
  return createBoundedFetch(MODEL_BOUNDS);
}

/** Providers say it in the body or in the path. What is in a prompt does not count: its quotes are escaped. */
function isStreamRequest(input: string | URL | Request, init?: RequestInit): boolean {
  const path = new URL(input instanceof Request ? input.url : input).pathname;
  return /stream/i.test(path) || (typeof init?.body === "string" && init.body.includes('"stream":true'));
}
