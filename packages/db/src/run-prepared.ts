import type pg from "pg";
import type { PrismaClient } from "./generated/client.ts";

const pools = new WeakMap<PrismaClient, pg.Pool>();

/** Lets `runPrepared` use the connections of a client. */
export function registerPool(db: PrismaClient, pool: pg.Pool): void {
  pools.set(db, pool);
}

export type Statement = {
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
