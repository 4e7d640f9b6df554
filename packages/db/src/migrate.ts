import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { DatabaseError, explainTooMany } from "./database-error.ts";
import { installQueues } from "./queue.ts";

/** `prisma/migrations` of the checkout: one folder a migration, applied in the order of their names. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL("../../../prisma/migrations", import.meta.url));

// The number that `prisma migrate` locks, so that neither runs while the other does.
const ADVISORY_LOCK = 72_707_369;

const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

type Migration = { name: string; sql: string; checksum: string; isAdditive: boolean };

/** What a migration's first line says when versions from before it run on its database, too. It is recorded with the migration. */
const ADDITIVE = "additive";
const FIRST_LINE = `-- ${ADDITIVE}`;

/** Everything that uses a table waits behind a migration that waits for it. A migration may set a time of its own. */
const LOCK_TIMEOUT = "5s";
/** No lock in that time, or a deadlock with what others do. */
const LOCK_CODES = new Set(["55P03", "40P01"]);
const MAX_ATTEMPTS = 5;
const RETRY_MS = 1_000;

/**
 * Brings the database to the state this version expects: applies the migrations that are missing, in order, each in a
 * transaction together with its record.
 *
 * Waits for any other process that is doing the same. Keeps the books of `prisma migrate deploy` (`_prisma_migrations`,
 * SHA-256 of each file), so that either can continue where the other stopped. A database that a newer version has migrated is
 * used as far as those migrations only add.
 *
 * @returns the names of the migrations applied now
 * @throws DatabaseError when the database was written by a newer version, a recorded migration has changed, or one fails
 */
export async function migrate(url: string, folder = MIGRATIONS_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw explainTooMany(error);
  });
  try {
    await client.query("SELECT pg_advisory_lock($1)", [ADVISORY_LOCK]);
    await client.query(CREATE_TABLE);
    const recorded = await readRecorded(client);
    requireAgreement(migrations, recorded);
    const missing = migrations.filter(({ name }) => !recorded.has(name));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    // Ends the session, and with it the lock.
    await client.end();
  }
}

/**
 * Makes the tables as these migrations leave them, in the client's transaction, for rows that a backup holds. The record of the
 * migrations is among those rows. Locks out every start until the transaction ends.
 *
 * @throws DatabaseError when this version lacks one of the migrations, or has another text of it
 */
export async function createSchema(
  client: pg.Client,
  recorded: readonly { name: string; checksum: string }[],
  folder = MIGRATIONS_FOLDER,
): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [ADVISORY_LOCK]);
  const known = new Map((await readMigrations(folder)).map((migration) => [migration.name, migration]));
  const steps = recorded.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (!migration)
      throw new DatabaseError(
        `The backup has the migration ${name}, which is from a newer Docsteward. Restore it with that version or a later one.`,
      );
    if (migration.checksum === checksum) return migration;
    throw new DatabaseError(
      `The migration ${name} in the backup differs from this Docsteward's. Restore the backup with the version that made it.`,
    );
  });
  await client.query(CREATE_TABLE);
  for (const { sql } of steps) await client.query(sql);
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, "migration.sql"), "utf8");
      const isAdditive = sql.split("\n", 1)[0]?.trim() === FIRST_LINE;
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex"), isAdditive };
    }),
  );
}

type Recorded = Map<string, { checksum: string; isFinished: boolean; isAdditive: boolean }>;

async function readRecorded(client: pg.Client): Promise<Recorded> {
  const { rows } = await client.query<{
    migration_name: string;
    checksum: string;
    finished_at: Date | null;
    logs: string | null;
  }>(
    "SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at",
  );
  return new Map(
    rows.map(({ migration_name: name, checksum, finished_at, logs }) => [
      name,
      { checksum, isFinished: finished_at !== null, isAdditive: logs === ADDITIVE },
    ]),
  );
}

function requireAgreement(migrations: Migration[], recorded: Recorded): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const [name, { checksum, isFinished, isAdditive }] of recorded) {
    const migration = known.get(name);
    if (!migration) {
      if (isAdditive && isFinished) continue;
      throw new DatabaseError(
        `The database has the migration ${name}, which is from a newer Docsteward and changes what this version uses. Start that version, or restore a backup from before the upgrade.`,
      );
    }
    if (!isFinished) {
      throw new DatabaseError(
        `The migration ${name} was started by prisma and didn't finish. Resolve it with \`prisma migrate resolve\`, then start again.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new DatabaseError(
        `The migration ${name} was changed after this database applied it. Restore prisma/migrations/${name} as it was released.`,
      );
    }
  }
}

/** Applies a migration, and again when it could not get its locks. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, migration);
    } catch (cause) {
      const { code, message } = cause as { code?: string; message: string };
      const isLocked = LOCK_CODES.has(code ?? "");
      if (isLocked && attempt < MAX_ATTEMPTS) {
        await sleep(RETRY_MS);
        continue;
      }
      if (isLocked)
        throw new DatabaseError(
          `The migration ${migration.name} didn't get its locks in ${MAX_ATTEMPTS} attempts, and changed nothing. Wait until backups and other long transactions have ended, then start again.`,
          { cause },
        );
      throw new DatabaseError(`The migration ${migration.name} failed and was rolled back: ${message}`, { cause });
    }
  }
}

async function applyOnce(client: pg.Client, { name, sql, checksum, isAdditive }: Migration): Promise<void> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, isAdditive ? ADDITIVE : null],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

/** Which migrations a database lacks, and which it has that this version doesn't know. Changes nothing. */
export async function readMigrationState(
  url: string,
  folder = MIGRATIONS_FOLDER,
): Promise<{ missing: string[]; newer: string[] }> {
  const known = (await readMigrations(folder)).map(({ name }) => name);
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ isMade: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isMade"`,
    );
    const recorded = rows[0]?.isMade ? [...(await readRecorded(client)).keys()] : [];
    return {
      missing: known.filter((name) => !recorded.includes(name)),
      newer: recorded.filter((name) => !known.includes(name)),
    };
  } finally {
    await client.end();
  }
}

/**
 * Brings tables and queues to the state this version expects. Several processes may call it at the same time; each returns
 * when everything is in place.
 *
 * @returns the names of the migrations applied now
 */
export async function prepareDatabase(url: string): Promise<string[]> {
  const applied = await migrate(url);
  await installQueues(url);
  return applied;
}
