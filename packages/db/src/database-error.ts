import { setTimeout as sleep } from "node:timers/promises";
import type { Reporter } from "@docsteward/platform/log";

/** A database that cannot be used. The message is a sentence for the operator and never holds a password. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
}

/** Prisma's codes for a server that is not reached, does not answer in time, or went away. */
const PRISMA_CODES: ReadonlySet<unknown> = new Set([
  "P1001",
  "P1002",
  "P1008",
  "P1011",
  "P1017",
  "P2024",
  "P2028",
  "P2037",
]);

/**
 * PostgreSQL's for a server that shuts down, starts, recovers or has no connection left (57P01–57P03, class 08, 53300), for a
 * standby that is not the primary yet and so does not write (25006), and for a transaction that it gave up because nothing came from
 * this end for long (25P03).
 */
const SQL_STATE = /^(?:57P0[1-3]|08...|53300|25006|25P03)$/;

const SYSTEM_CODES: ReadonlySet<unknown> = new Set(
  "ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH EAI_AGAIN".split(" "),
);

/** What the driver's adapter calls them when a raw query meets them. */
const KINDS: ReadonlySet<unknown> = new Set(
  "DatabaseNotReachable ConnectionClosed SocketTimeout TooManyConnections".split(" "),
);

/** The driver has no code for these. */
const WORDS =
  /connection error and is not queryable|timeout exceeded when trying to connect|^Connection terminated|^Query read timeout$/;

type Known = {
  code?: unknown;
  message?: unknown;
  kind?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
};

/**
 * Whether an error says that PostgreSQL is temporarily unavailable, so that a retry may succeed. Knows the errors of Prisma,
 * of its raw queries, and of the driver itself.
 *
 * What was asked may have happened all the same: the answer can be what got lost.
 */
export function isConnectionError(error: unknown): boolean {
  for (let depth = 0, current = error; depth < 5; depth += 1) {
    if (typeof current !== "object" || current === null) return false;
    const { code, message, kind, cause, meta } = current as Known;
    if (PRISMA_CODES.has(code) || SYSTEM_CODES.has(code) || KINDS.has(kind)) return true;
    if (typeof code === "string" && SQL_STATE.test(code)) return true;
    if (typeof message === "string" && WORDS.test(message)) return true;
    current = meta?.driverAdapterError ?? cause;
  }
  return false;
}

export const TOO_MANY_CONNECTIONS =
  "The PostgreSQL server has no free connection. Raise its max_connections, or lower DATABASE_POOL or the number of processes.";

const TOO_MANY = "53300";

/** Whether the server refused a connection because all that it allows are taken. */
export function isTooManyConnections(error: unknown): boolean {
  for (let depth = 0, current = error; depth < 5; depth += 1) {
    if (typeof current !== "object" || current === null) return false;
    const { code, kind, cause, meta } = current as Known;
    if (code === TOO_MANY || code === "P2037" || kind === "TooManyConnections") return true;
    current = meta?.driverAdapterError ?? cause;
  }
  return false;
}

/** The error itself, or one sentence in its place where the server has no free connection. */
export function explainTooMany(error: unknown): unknown {
  return isTooManyConnections(error) ? new DatabaseError(TOO_MANY_CONNECTIONS, { cause: error }) : error;
}

/** What the log says of an error of the database: its message, or the sentence of {@link explainTooMany}. */
export function messageOf(error: unknown): string {
  return (explainTooMany(error) as Error).message;
}

/** Options of `retryWhileUnavailable`. */
export type WaitOptions = {
  log: Reporter;
  /** Gives up the wait; the error of the last try is thrown. */
  signal?: AbortSignal;
  /** Longest wait, by default 10 minutes. */
  maxWaitMs?: number;
};

const MAX_WAIT_MS = 600_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 500;

/**
 * Does `work`, and again as long as PostgreSQL is away. `work` may have been done already when it is done again: its answer can
 * be what got lost.
 *
 * @throws any other error of `work`, immediately; the last error when the wait took too long or was given up
 */
export async function retryWhileUnavailable<T>(work: () => Promise<T>, options: WaitOptions): Promise<T> {
  const { log, signal, maxWaitMs = MAX_WAIT_MS } = options;
  const deadlineMs = performance.now() + maxWaitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionError(error) || signal?.aborted || performance.now() + pauseMs > deadlineMs) throw error;
      if (pauseMs === FIRST_PAUSE_MS) log.warn({ error: messageOf(error) }, "database is unavailable, retrying");
      // The wait ends early with the signal; the next try then tells how things stand.
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
