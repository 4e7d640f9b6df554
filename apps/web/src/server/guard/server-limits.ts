import type { ServerOptions } from "node:http";

/** How long a connection may take over each of its parts, so that slow and silent callers hold nothing for ever. */
export const SERVER_LIMITS: ServerOptions = {
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
