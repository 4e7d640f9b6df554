import type { ServerOptions } from "node:http";

/** How large a request's head may be, and how long a connection may take over each of its parts. */
export const SERVER_LIMITS: ServerOptions = {
  /** Of the request line and all headers, in bytes. Node answers more with a 431; `refuse-headers.ts` bounds each of them. */
  maxHeaderSize: 16_384,
  /** Longer than proxies keep theirs, so that none sends into one that is being closed. */
  keepAliveTimeout: 65_000,
  headersTimeout: 15_000,
  /** Headers and body together. */
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * The longest time in which nothing moves on a connection, either way. Streams say something every 15 seconds: a connection on which
 * none of that gets through has a reader that does not read.
 */
export const QUIET_CONNECTION_MS = 120_000;
