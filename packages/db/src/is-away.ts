/** Prisma's codes for a server that is not reached, does not answer in time, or went away. */
const PRISMA_CODES: ReadonlySet<unknown> = new Set(["P1001", "P1002", "P1008", "P1011", "P1017", "P2024", "P2028"]);

/** PostgreSQL's for a server that shuts down, starts, recovers or has no connection left (57P01–57P03, class 08, 53300). */
const SQL_STATE = /^(?:57P0[1-3]|08...|53300)$/;

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
 * Whether an error says that PostgreSQL is away for the moment, so that the same may work soon. Knows the errors of Prisma,
 * of its raw queries, and of the driver itself.
 *
 * What was asked may have happened all the same: the answer can be what got lost.
 */
export function isAway(error: unknown): boolean {
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
