import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase, type TestDatabase } from "@docsteward/db/testing";
import { parseEnv } from "@docsteward/platform/env";
import { silentLogger } from "@docsteward/platform/log";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createBackup } from "../backup.ts";
import { checkRestoredSecret, fingerprintOf, openKeySecret } from "./key-secret.ts";

let database: TestDatabase;
let dataDir: string;
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "docsteward-secret-"));
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const KEY_SECRET = "0123456789012345678901234567890123456789";

test("the first start makes a secret, and every later or simultaneous one uses it", async () => {
  const starts = await Promise.all(
    Array.from({ length: 5 }, () => openKeySecret(database.db, { DATA_DIR: join(dataDir, "new") })),
  );

  expect(new Set(starts).size).toBe(1);
  expect(starts[0]).toMatch(/^[\w-]{43}$/);
  expect((await stat(join(dataDir, "new", "secret"))).mode & 0o777).toBe(0o600);
  expect(await openKeySecret(database.db, { DATA_DIR: join(dataDir, "new") })).toBe(starts[0]);
});

test("a secret that was lost is not replaced: every key would stop working in silence", async () => {
  await openKeySecret(database.db, { DATA_DIR: dataDir });
  await rm(join(dataDir, "secret"));

  await expect(openKeySecret(database.db, { DATA_DIR: dataDir })).rejects.toThrow(
    `Restore ${join(dataDir, "secret")}, or set KEY_SECRET.`,
  );
  await expect(readFile(join(dataDir, "secret"))).rejects.toThrow();
});

test("another secret than the one the keys were made with is refused", async () => {
  expect(await openKeySecret(database.db, { DATA_DIR: dataDir, KEY_SECRET })).toBe(KEY_SECRET);

  await expect(openKeySecret(database.db, { DATA_DIR: dataDir, KEY_SECRET: `${KEY_SECRET}x` })).rejects.toThrow(
    "KEY_SECRET isn't the secret that this database's API keys were created with.",
  );
});

test("a backup without the secret that lies in the data folder is refused when the file can't be read", async () => {
  await openKeySecret(database.db, { DATA_DIR: dataDir });
  await rm(join(dataDir, "secret"));
  await mkdir(join(dataDir, "secret"));
  const env = parseEnv({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const target = join(dataDir, "all.backup");

  await expect(createBackup({ env, log: silentLogger, target })).rejects.toThrow("can't be read");

  await expect(stat(target)).rejects.toThrow("ENOENT");
});

test("a backup of before the secret was changed is restored where both secrets are set", async () => {
  const found = { secret: null, fingerprint: fingerprintOf(KEY_SECRET) };
  const env = { DATA_DIR: dataDir, KEY_SECRET: `${KEY_SECRET}x` };

  await expect(checkRestoredSecret(env, found)).rejects.toThrow("KEY_SECRET isn't the secret of the backup");
  await checkRestoredSecret({ ...env, KEY_SECRET_PREVIOUS: KEY_SECRET }, found);
});
