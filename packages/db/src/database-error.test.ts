import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "@docsteward/platform/log";
import pg from "pg";
import { expect, test } from "vitest";
import { createClient } from "./client.ts";
import { isConnectionError, retryWhileUnavailable } from "./database-error.ts";
import { startEmbedded } from "./embedded/start.ts";
import { createTestDatabase } from "./testing.ts";

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
