import { createServer } from "node:net";
import { silentLogger } from "@docsteward/platform/log";
import { expect, test } from "vitest";
import { createClient } from "./client.ts";
import { openDatabase } from "./connect.ts";
import { freePort } from "./embedded/initialize.ts";
import { testServerUrl } from "./testing.ts";

const open = (url: string) => openDatabase({ env: { DATABASE_URL: url, DATA_DIR: "/nonexistent" }, log: silentLogger });

async function sentenceFor(url: string): Promise<string> {
  return open(url).then(
    () => "it opened",
    (error: Error) => `${error.name}: ${error.message}`,
  );
}

const FIX = "Fix the URL, or unset it to use the built-in PostgreSQL.";

test("a DATABASE_URL that answers is used, and never stopped", async () => {
  const database = await open(testServerUrl());
  await database.stop();

  expect(database).toMatchObject({ url: testServerUrl(), isEmbedded: false, pid: null });
  expect(await sentenceFor(testServerUrl())).toBe("it opened");
});

test("each way in which a DATABASE_URL can be wrong is reported in a sentence without the password", async () => {
  const { port, password } = new URL(testServerUrl());
  const closed = await freePort();

  expect(await sentenceFor(`postgresql://me:geheim@127.0.0.1:${closed}/docs`)).toBe(
    `DatabaseError: DATABASE_URL: the database "docs" at 127.0.0.1:${closed} cannot be used: nothing listens there. ${FIX}`,
  );
  expect(await sentenceFor(`postgresql://docsteward:geheim@127.0.0.1:${port}/docs`)).toBe(
    `DatabaseError: DATABASE_URL: the database "docs" at 127.0.0.1:${port} cannot be used: the server refuses the user name or password. ${FIX}`,
  );
  expect(await sentenceFor(`postgresql://docsteward:${password}@127.0.0.1:${port}/docs`)).toBe(
    `DatabaseError: DATABASE_URL: the database "docs" at 127.0.0.1:${port} cannot be used: the database doesn't exist. ${FIX}`,
  );
  expect(await sentenceFor("postgresql://me:geheim@no-such-host.invalid/docs")).toBe(
    `DatabaseError: DATABASE_URL: the database "docs" at no-such-host.invalid:5432 cannot be used: the host doesn't exist. ${FIX}`,
  );
});

test("a server of another protocol and a missing server give different errors", async () => {
  const web = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(0, "127.0.0.1");
  await new Promise((resolve) => web.once("listening", resolve));
  const address = web.address();
  const port = typeof address === "object" ? address?.port : 0;

  const sentence = await sentenceFor(`postgresql://me:geheim@127.0.0.1:${port}/docs`);
  web.close();

  expect(sentence).toContain(`at 127.0.0.1:${port} cannot be used: the server doesn't use the PostgreSQL protocol.`);
});

test("a server without a free connection is reported in a sentence that says what to do", async () => {
  const admin = createClient(testServerUrl(), { log: silentLogger, poolSize: 1 });
  await admin.$executeRawUnsafe("CREATE ROLE no_connection LOGIN PASSWORD 'x' CONNECTION LIMIT 0");
  const url = new URL(testServerUrl());
  url.username = "no_connection";
  url.password = "x";

  const sentence = await sentenceFor(url.href);
  await admin.$executeRawUnsafe("DROP ROLE no_connection");
  await admin.$disconnect();

  expect(sentence).toBe(
    "DatabaseError: The PostgreSQL server has no free connection. Raise its max_connections, or lower DATABASE_POOL or the number of processes.",
  );
});
