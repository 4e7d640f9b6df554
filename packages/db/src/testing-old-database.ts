import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { MIGRATIONS_FOLDER, migrate } from "./migrate.ts";
import { createEmptyDatabase } from "./testing.ts";

/** Makes a database with the tables of before a migration, for rows of that time. `migrate` applies the rest. */
export async function createOldDatabase(migration: string) {
  const database = await createEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), "docsteward-migrations-"));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name >= migration && !name.endsWith(".toml")) await rm(join(folder, name), { recursive: true });
  }
  await migrate(database.url, folder);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return {
    url: database.url,
    query: async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows,
    migrate: () => migrate(database.url),
    async [Symbol.asyncDispose]() {
      await client.end();
      await rm(folder, { recursive: true, force: true });
      await database.drop();
    },
  };
}
