import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { constants, getPriority } from "node:os";
import { silentLogger } from "@docsteward/platform/log";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createClient } from "./client.ts";
import { createTestDatabase, type TestDatabase } from "./testing.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const here = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** The priorities of the server's processes for a client and a queue of a process that gives way by so much. */
async function backendPriorities(step: number): Promise<number[]> {
  const source = `
    const { createClient } = await import(${here("client.ts")});
    const { openQueue } = await import(${here("queue.ts")});
    const { lowerPriority } = await import(${here("../../platform/src/priority.ts")});
    const { silentLogger } = await import(${here("../../platform/src/log.ts")});
    const { getPriority } = await import("node:os");
    lowerPriority(${step});
    const db = createClient(${JSON.stringify(database.url)}, { log: silentLogger, poolSize: 1 });
    const [{ pid }] = await db.$queryRaw\`SELECT pg_backend_pid() AS pid\`;
    const queue = await openQueue({ url: ${JSON.stringify(database.url)}, log: silentLogger, isWorker: false });
    const ofQueue = await db.$queryRaw\`SELECT pid FROM pg_stat_activity WHERE application_name = 'pgboss' AND datname = current_database()\`;
    process.send([pid, ...ofQueue.map(({ pid }) => pid)].map((pid) => getPriority(pid)));
    await queue.close();
    await db.$disconnect();
    process.disconnect();
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const [[priorities]] = await Promise.all([once(child, "message"), once(child, "exit")]);
  return priorities as number[];
}

test.skipIf(!existsSync("/proc/self/cmdline"))("statements give way as the process that runs them", async () => {
  const ordinary = await backendPriorities(0);
  const lowered = await backendPriorities(5);

  expect(ordinary.length).toBeGreaterThan(1);
  expect(Math.max(...ordinary)).toBeLessThanOrEqual(getPriority());
  expect(lowered.length).toBeGreaterThan(1);
  expect(new Set(lowered)).toEqual(new Set([Math.min(getPriority() + 5, constants.priority.PRIORITY_LOW)]));
});

test("a client that is closed takes no more statements", async () => {
  const db = createClient(database.url, { log: silentLogger });
  const countOpen = async () => {
    const [row] = await database.db.$queryRaw<{ open: number }[]>`
      SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    return row?.open;
  };
  await db.$queryRaw`SELECT 1`;
  expect(await countOpen()).toBe(1);

  await db.$disconnect();
  await expect(db.$queryRaw`SELECT 1`).rejects.toThrow("Cannot use a pool after calling end on the pool");
  await expect(db.$transaction((tx) => tx.$queryRaw`SELECT 1`)).rejects.toThrow("pool after calling end");
  await db.$disconnect();
  await expect.poll(countOpen).toBe(0);
});

/** What PostgreSQL sends to a connection that it ends. */
function fatalMessage(): Buffer {
  const fields = "SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0";
  const message = Buffer.alloc(5 + fields.length);
  message.write("E");
  message.writeInt32BE(4 + fields.length, 1);
  message.write(fields, 5);
  return message;
}

test("a connection that the server ends while its client closes ends no process", async () => {
  const { hostname, port, pathname, username, password } = new URL(database.url);
  const clients: Socket[] = [];
  // Between the two, so that the farewell of the client stays on its way.
  const between = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on("data", (chunk) => chunk[0] !== "X".charCodeAt(0) && server.write(chunk));
    client.on("error", () => undefined);
    client.on("close", () => server.destroy());
    server.pipe(client, { end: false });
    clients.push(client);
  });
  await once(between.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void between.close());
  const at = `127.0.0.1:${(between.address() as AddressInfo).port}`;
  const db = createClient(`postgresql://${username}:${password}@${at}${pathname}`, { log: silentLogger });
  await db.$queryRaw`SELECT 1`;

  await db.$disconnect();
  expect(clients).toHaveLength(1);
  // An error without a listener is an uncaught exception, which fails this run.
  clients[0]?.end(fatalMessage());
  await once(clients[0] as Socket, "close");
});
