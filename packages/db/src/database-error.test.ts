import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@docsteward/platform/log";
import pg from "pg";
import { expect, test } from "vitest";
import { createClient } from "./client.ts";
import {
  explainTooMany,
  isConnectionError,
  isTooManyConnections,
  retryWhileUnavailable,
  TOO_MANY_CONNECTIONS,
} from "./database-error.ts";
import { startEmbedded } from "./embedded/start.ts";
import { createTestDatabase, testServerUrl } from "./testing.ts";

const log = silentLogger;
const caught = (work: Promise<unknown>) =>
  work.then(
    () => "no error",
    (error: unknown) => error,
  );

test("every way in which a server goes away is known, and the work is done once it is back", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "docsteward-away-"));
  await chmod(dataDir, 0o755);
  const start = () => startEmbedded({ dataDir, log, isDurable: false });
  let server = await start();
  const db = createClient(server.url, { log });
  const client = new pg.Client({ connectionString: server.url });
  client.on("error", () => undefined);
  await client.connect();
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  const during = [
    caught(db.$queryRaw`SELECT pg_sleep(60)::text`),
    caught(db.$transaction((tx) => tx.$queryRaw`SELECT pg_sleep(60)::text`)),
    caught(
      db.$transaction(async (tx) => {
        await tx.$queryRaw`SELECT 1`;
        await gone;
        return tx.$queryRaw`SELECT 1`;
      }),
    ),
    caught(client.query("SELECT pg_sleep(60)")),
  ];
  await db.$queryRaw`SELECT 1`;

  await server.stop();
  go();
  const away = [
    ...(await Promise.all(during)),
    await caught(db.$queryRaw`SELECT 1`),
    await caught(db.$transaction((tx) => tx.$queryRaw`SELECT 1`)),
    await caught(client.query("SELECT 1")),
  ];
  const waiting = retryWhileUnavailable(() => db.$queryRaw<unknown[]>`SELECT 1 AS one`, { log });
  server = await start();

  expect(away.filter((error) => !isConnectionError(error))).toEqual([]);
  expect(await waiting).toEqual([{ one: 1 }]);
  await db.$disconnect();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test("a server without a free connection is an outage, in a sentence that says what to do", async () => {
  const admin = createClient(testServerUrl(), { log, poolSize: 1 });
  const role = `crowded_${randomBytes(4).toString("hex")}`;
  await admin.$executeRawUnsafe(`CREATE ROLE ${role} LOGIN PASSWORD 'x' CONNECTION LIMIT 1`);
  const url = new URL(testServerUrl());
  url.username = role;
  url.password = "x";
  const [first, second] = [createClient(url.href, { log, poolSize: 1 }), createClient(url.href, { log, poolSize: 1 })];
  await first.$queryRaw`SELECT 1`;

  const refused = await caught(second.$queryRaw`SELECT 1`);

  expect(isTooManyConnections(refused)).toBe(true);
  expect(isConnectionError(refused)).toBe(true);
  expect(explainTooMany(refused)).toMatchObject({ name: "DatabaseError", message: TOO_MANY_CONNECTIONS });
  await first.$disconnect();
  await second.$disconnect();
  await expect.poll(() => admin.$queryRaw`SELECT 1 FROM pg_stat_activity WHERE usename = ${role}`).toEqual([]);
  await admin.$executeRawUnsafe(`DROP ROLE ${role}`);
  await admin.$disconnect();
});

test("a standby that does not write yet is an outage, too", async () => {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  url.searchParams.set("options", "-c default_transaction_read_only=on");
  const db = createClient(url.href, { log, poolSize: 1 });
  const data = { id: "org_1", slug: "acme", name: "Acme" };

  const refused = [
    await caught(db.organization.create({ data })),
    await caught(db.$executeRaw`DELETE FROM "Organization"`),
    await caught(db.$transaction((tx) => tx.organization.create({ data }))),
  ];

  await db.$disconnect();
  await database.drop();
  expect(refused.filter((error) => !isConnectionError(error))).toEqual([]);
});

test("a fault of the query does not count as an outage and is thrown immediately", async () => {
  const { db, drop } = await createTestDatabase();
  let tries = 0;
  const wrong = () => {
    tries += 1;
    return db.$queryRaw`SELECT nothing FROM nowhere`;
  };

  await expect(retryWhileUnavailable(wrong, { log })).rejects.toMatchObject({ code: "P2010" });

  expect(tries).toBe(1);
  expect(
    isConnectionError(await caught(db.setting.create({ data: { key: "k", value: "v", other: 1 } as never }))),
  ).toBe(false);
  await drop();
});

test("a wait ends with its signal, and when it takes too long", async () => {
  const nowhere = createClient("postgresql://user@127.0.0.1:1/nothing", { log });
  const ask = () => nowhere.$queryRaw`SELECT 1`;
  const giveUp = new AbortController();

  const waiting = retryWhileUnavailable(ask, { log, signal: giveUp.signal });
  giveUp.abort();

  expect(isConnectionError(await caught(waiting))).toBe(true);
  expect(isConnectionError(await caught(retryWhileUnavailable(ask, { log, maxWaitMs: 300 })))).toBe(true);
  await nowhere.$disconnect();
});
