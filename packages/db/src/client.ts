import { setFlagsFromString } from "node:v8";
import type { Reporter } from "@docsteward/platform/log";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { messageOf } from "./database-error.ts";
import { Prisma, PrismaClient } from "./generated/client.ts";
import { shareWithBackend } from "./share-with-backend.ts";

export type * from "./generated/client.ts";

/**
 * How long WebAssembly runs before V8 makes faster code of it; ten times V8's own. Prisma's compiler of queries works once for each
 * kind: faster code of it comes too late to be of use, and takes 10 MB and a tenth of a second of a start.
 */
setFlagsFromString("--wasm-tiering-budget=130000000");

/** The Prisma client of this process, outside a transaction. */
export type Database = PrismaClient;
/** A client inside an interactive transaction; every verb that writes in company takes one of these. */
export type Transaction = Prisma.TransactionClient;

/** A part of a statement, with its values. */
export type Sql = Prisma.Sql;
export const { sql } = Prisma;

type ClientOptions = {
  poolSize?: number;
  log: Reporter;
};

/**
 * Opens a pool of connections. Connects on the first query; close it with `$disconnect`. Its statements give way as this process does.
 *
 * @param poolSize most open connections, by default 10 (`DATABASE_POOL`); the built-in PostgreSQL takes 200 over all processes
 */
export function createClient(url: string, { poolSize: max = 10, log }: ClientOptions): Database {
  const timeouts = { idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 };
  const options: PoolOptions = { connectionString: url, max, ...timeouts, onConnect: boundTransaction };
  const pool = new pg.Pool(options);
  // A server that goes away sends an error on every connection, also on one that waits inside a transaction. Without a listener
  // the error would end the process. The query on the connection fails with it anyway.
  pool.on("connect", (client) => client.on("error", () => undefined));
  // A pool that ends forgets its connections before they are gone, and the adapter listens no longer.
  pool.on("error", () => undefined);
  pool.on("connect", shareWithBackend);
  const adapter = closingForGood(pool, {
    onPoolError: (error) => log.warn({ error: messageOf(error) }, "database connection lost"),
  });
  const db = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000, timeout: 15_000 } });
  registerPool(db, pool);
  return db;
}

/** What the pool knows and its types do not. */
type PoolOptions = pg.PoolConfig & { onConnect(client: pg.ClientBase): Promise<unknown> };

/**
 * A process whose network is cut inside a transaction holds its locks, and the server would wait for it for hours. A statement and no
 * parameter of the connection: poolers refuse those that they don't know.
 */
const boundTransaction = (client: pg.ClientBase) => client.query("SET idle_in_transaction_session_timeout = '30s'");

/**
 * An adapter whose pool ends with the client. The adapter's own way of ending it opens a pool of its own for a statement that comes
 * later, e.g. of a round that was at work: nobody would close that one, and a connection that it loses would end the process.
 */
function closingForGood(pool: pg.Pool, options: PrismaPgOptions): PrismaPg {
  const adapter = new PrismaPg(pool, options);
  const connect = adapter.connect.bind(adapter);
  adapter.connect = async () => {
    const connected = await connect();
    const dispose = connected.dispose.bind(connected);
    connected.dispose = async () => {
      await dispose();
      if (!pool.ending) await pool.end();
    };
    return connected;
  };
  return adapter;
}

type PrismaPgOptions = ConstructorParameters<typeof PrismaPg>[1];

const pools = new WeakMap<PrismaClient, pg.Pool>();

/** Lets `runPrepared` use the connections of a client. */
function registerPool(db: PrismaClient, pool: pg.Pool): void {
  pools.set(db, pool);
}

type Statement = {
  /** Unique to its text: each connection parses and plans a name once. */
  name: string;
  text: string;
  values: unknown[];
  /** After that the connection is given up, and the statement fails as if the database were away. */
  timeoutMs: number;
};

/**
 * Runs a statement on a connection of the client's own pool, past the client: for the few that every call waits for. They cost a
 * quarter of what the same text costs through it.
 */
export async function runPrepared<Row extends object>(
  db: PrismaClient,
  { timeoutMs, ...statement }: Statement,
): Promise<Row[]> {
  const pool = pools.get(db);
  if (!pool) throw new Error("This client was not made by createClient");
  // The driver knows it of a single query, its types do not.
  const timed: pg.QueryConfig & { query_timeout: number } = { ...statement, query_timeout: timeoutMs };
  const { rows } = await pool.query<Row>(timed);
  return rows;
}

const MAX_STATEMENT_MS = 15_000;

/**
 * Runs a statement as {@link runPrepared} does; inside a transaction through the client, on the connection that is the transaction's.
 *
 * @param statement its text is always the same: only the values differ from call to call
 */
export async function runStatement<Row extends object>(db: Transaction, name: string, statement: Sql): Promise<Row[]> {
  if (!pools.has(db as PrismaClient)) return db.$queryRaw<Row[]>(statement);
  const { text, values } = statement;
  return runPrepared<Row>(db as PrismaClient, { name, text, values, timeoutMs: MAX_STATEMENT_MS });
}

/** How many connections a client has open, how many of them are free, and how much work waits for one. */
export function poolUseOf(db: PrismaClient): { total: number; idle: number; waiting: number } {
  const pool = pools.get(db);
  return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 };
}
