import type { Database } from "@docsteward/db/client";

/** The clock of a database, in the hands of a test. */
export type MovedClock = {
  /** Puts it at a time; from there it goes on by itself. */
  set(ms: number): Promise<void>;
  /** What it says. */
  now(): Promise<number>;
};

/**
 * Gives a database a clock that can be set while services work on it: connections that are opened from now on find functions of
 * these names before PostgreSQL's own. Times that tables fill in by themselves stay those of the machine, so the clock is never
 * put before them.
 */
export async function moveClock(db: Pick<Database, "$executeRawUnsafe" | "$queryRawUnsafe">): Promise<MovedClock> {
  const statements = [
    "CREATE SCHEMA moved",
    "CREATE TABLE moved.clock AS SELECT interval '0' AS ahead",
    ...["now", "clock_timestamp", "transaction_timestamp", "statement_timestamp"].map(
      (name) => `CREATE FUNCTION moved.${name}() RETURNS timestamptz LANGUAGE sql
        AS 'SELECT pg_catalog.${name}() + ahead FROM moved.clock'`,
    ),
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = moved, public, pg_catalog', current_database()); END $$",
  ];
  for (const statement of statements) await db.$executeRawUnsafe(statement);
  const read = async () => {
    const rows = await db.$queryRawUnsafe<{ now: Date }[]>("SELECT moved.clock_timestamp() AS now");
    return rows[0]?.now.getTime() ?? Number.NaN;
  };
  return {
    async set(ms) {
      const sql = "UPDATE moved.clock SET ahead = $1::timestamptz - pg_catalog.clock_timestamp()";
      await db.$executeRawUnsafe(sql, new Date(ms));
    },
    now: read,
  };
}
