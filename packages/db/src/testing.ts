import { randomBytes } from "node:crypto";
import { silentLogger } from "@docsteward/platform/log";
import pg from "pg";
import { createClient, type Database } from "./client.ts";

export const TEMPLATE = "docsteward_template";
/** Where the global set-up leaves the address of its server for the test files' processes. */
export const TEST_SERVER_VARIABLE = "DOCSTEWARD_TEST_SERVER";

export type TestDatabase = {
  url: string;
  db: Database;
  /** Closes `db` and drops the database, also while clients are connected. */
  drop(): Promise<void>;
};

/** A database without tables. */
export type EmptyDatabase = Pick<TestDatabase, "url" | "drop">;

/** Makes a migrated, empty database of its own for a test file: a copy of the template of the run. */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(TEMPLATE);
  const db = createClient(url, { ...options, log: silentLogger });
  return {
    url,
    db,
    async drop() {
      await db.$disconnect();
      await drop();
    },
  };
}

/** Makes a database as a new installation finds it. */
export async function createEmptyDatabase(): Promise<EmptyDatabase> {
  return createDatabase("template0");
}

async function createDatabase(template: string): Promise<EmptyDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** The address of the run's PostgreSQL, for tests that need a database without tables. */
export function testServerUrl(): string {
  const url = process.env[TEST_SERVER_VARIABLE];
  if (!url) throw new Error("There is no test server: run the tests with the vitest.config.ts of the root.");
  return url;
}

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
