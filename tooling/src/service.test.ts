import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@docsteward/db/client";
import { createEmptyDatabase } from "@docsteward/db/testing";
import { silentLogger } from "@docsteward/platform/log";
import { expect, test } from "vitest";
import { startService } from "./service.ts";

test("a start that ends at its build has not migrated the database", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "docsteward-start-"));
  const database = await createEmptyDatabase();
  const starting = new AbortController();
  starting.abort(new Error("Stopped."));
  const variables = { DATA_DIR: folder.path, DATABASE_URL: database.url, PORT: "0", WORKERS: "0" };

  await expect(
    startService({ variables, output: "inherit", log: silentLogger, signal: starting.signal }),
  ).rejects.toThrow();

  const client = createClient(database.url, { log: silentLogger });
  const tables = await client.$queryRaw`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`;
  await client.$disconnect();
  await database.drop();
  expect(tables).toEqual([]);
});
