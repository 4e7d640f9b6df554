import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diffToSchema } from "../scripts/schema-engine.ts";
import { MIGRATIONS_FOLDER, migrate, prepareDatabase } from "./migrate.ts";
import { createEmptyDatabase, type EmptyDatabase } from "./testing.ts";

const SCHEMA = fileURLToPath(new URL("../../../prisma/schema.prisma", import.meta.url));

const FIRST_MARKED = "20261122200000";

let database: EmptyDatabase;
let folder: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), "docsteward-migrations-"));
  await cp(MIGRATIONS_FOLDER, folder, { recursive: true });
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, "migration.sql"), sql);
}

test("the migrations make exactly what schema.prisma describes", async () => {
  await migrate(database.url);

  expect(await diffToSchema(database.url, SCHEMA)).toContain("This is an empty migration");
});

test("several concurrent processes apply each migration once, and make the queue once", async () => {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => !name.endsWith(".toml"));

  const applied = await Promise.all(Array.from({ length: 4 }, () => prepareDatabase(database.url)));

  expect(applied.flat()).toEqual(names);
  expect(await query("SELECT migration_name, applied_steps_count FROM _prisma_migrations")).toEqual(
    names.map((name) => ({ migration_name: name, applied_steps_count: 1 })),
  );
  expect(await query("SELECT name FROM pgboss.queue WHERE name LIKE 'agent%' ORDER BY name")).toEqual([
    { name: "agent" },
    { name: "agent-dead" },
  ]);
});

test("a later start applies only what is new", async () => {
  await migrate(database.url, folder);
  await addMigration("29990101000000_more", 'CREATE TABLE "More" (id INT)');

  expect(await migrate(database.url, folder)).toEqual(["29990101000000_more"]);
  expect(await migrate(database.url, folder)).toEqual([]);
});

test("a migration that fails leaves nothing behind and says which it was", async () => {
  await addMigration("29990101000000_broken", 'CREATE TABLE "Half" (id INT); SELECT no_such_function();');

  await expect(migrate(database.url, folder)).rejects.toThrow(
    "The migration 29990101000000_broken failed and was rolled back: function no_such_function() does not exist",
  );
  expect(await query("SELECT 1 FROM pg_tables WHERE tablename = 'Half'")).toEqual([]);
});

test("a database of a newer version is used while its migrations only add", async () => {
  await addMigration("29990101000000_future", '-- additive\nCREATE TABLE "Future" (id INT)');
  await migrate(database.url, folder);

  expect(await migrate(database.url)).toEqual([]);
});

test("each migration since versions run side by side says in its first line whether older code runs on it", async () => {
  const names = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name >= FIRST_MARKED && !name.endsWith(".toml"));
  const firstLines = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(MIGRATIONS_FOLDER, name, "migration.sql"), "utf8");
      return `${name}: ${sql.split("\n", 1)[0]}`;
    }),
  );

  for (const line of firstLines) expect(line).toMatch(/^\w+: -- (additive|breaking: .+)$/);
});

test("a migration that has to wait for a lock gives way, and tries again", async () => {
  await migrate(database.url, folder);
  await addMigration(
    "29990101000000_locked",
    `-- additive
ALTER TABLE "Job" ADD COLUMN future INT;`,
  );
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE "Job" IN SHARE MODE');

  const waiters = async () =>
    (await holder.query(`SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"Job"'::regclass`)).rows.length;

  const migrating = migrate(database.url, folder);
  await expect.poll(waiters, { interval: 20 }).toBe(1);
  await expect.poll(waiters, { interval: 20 }).toBe(0);
  await holder.end();

  expect(await migrating).toEqual(["29990101000000_locked"]);
});

test("a database of a newer version that changes more is refused", async () => {
  await addMigration("29990101000000_future", "SELECT 1");
  await migrate(database.url, folder);

  await expect(migrate(database.url)).rejects.toThrow(
    "The database has the migration 29990101000000_future, which is from a newer Docsteward and changes",
  );
});

test("a migration that was changed after it was applied is refused", async () => {
  await migrate(database.url, folder);
  const [first = ""] = await readdir(folder);
  await writeFile(join(folder, first, "migration.sql"), "SELECT 1");

  await expect(migrate(database.url, folder)).rejects.toThrow(`The migration ${first} was changed after`);
});
