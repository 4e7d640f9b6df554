import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "@docsteward/platform/is-alive";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentReporter } from "../reporter.ts";
import { type EmbeddedOptions, startEmbedded } from "./start.ts";
import type { EmbeddedServer } from "./supervise-server.ts";
import { systemFolder } from "./system-folder.ts";

let dataDir: string;
let started: EmbeddedServer[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "docsteward-embedded-"));
  await chmod(dataDir, 0o755);
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log: silentReporter, isDurable: false, ...options });
  started.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("it starts with a password on this machine only, and stops without a trace", async () => {
  const server = await start();

  expect(server.isOurs).toBe(true);
  expect(await query(server.url, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  const open = server.url.replace(/:[^:@]+@/, ":wrong@");
  await expect(query(open, "SELECT 1")).rejects.toMatchObject({ code: "28P01" });
  expect((await stat(join(dataDir, "postgres", "docsteward.json"))).mode & 0o777).toBe(0o600);

  await server.stop();
  await server.exited;
  expect(isAlive(server.pid)).toBe(false);
});

test("a second start on the same data keeps the data and the address", async () => {
  const first = await start();
  await query(first.url, "CREATE TABLE kept (id INT)");
  await first.stop();

  const second = await start();

  expect(second.url).toBe(first.url);
  expect(await query(second.url, "SELECT count(*)::int AS rows FROM kept")).toEqual([{ rows: 0 }]);
});

test("several starts at once on a new folder share one server, which only its starter stops", async () => {
  const servers = await Promise.all([start(), start(), start()]);
  const [owner, ...others] = servers.toSorted((a, b) => Number(b.isOurs) - Number(a.isOurs));

  expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
  expect(others.map(({ isOurs }) => isOurs)).toEqual([false, false]);
  await others[0]?.stop();
  expect(await query(owner?.url ?? "", "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a server that was left behind is adopted, also through a symbolic link, and then stopped", async () => {
  const link = join(dataDir, "link");
  await symlink(dataDir, link);
  const left = await start({ dataDir: link });

  const adopted = await start({ adopt: true });
  await adopted.stop();

  expect(adopted.pid).toBe(left.pid);
  await left.exited;
});

test("a server that was killed is noticed, and the next start has its data and address", async () => {
  const killed = await start({ isDurable: true });
  await query(killed.url, "CREATE TABLE kept (id INT)");

  process.kill(killed.pid, "SIGKILL");
  await killed.exited;
  const next = await start();

  expect(next.url).toBe(killed.url);
  expect(await query(next.url, "SELECT * FROM kept")).toEqual([]);
});

test("another program on the port makes it move for good", async () => {
  const first = await start();
  await first.stop();
  const taken = createServer().listen(Number(new URL(first.url).port), "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));

  const second = await start();
  await new Promise((resolve) => taken.close(resolve));
  await second.stop();
  const third = await start();

  expect(second.url).not.toBe(first.url);
  expect(third.url).toBe(second.url);
});

test("a stale pid file whose number belongs to a stranger does not keep it from starting", async () => {
  const first = await start();
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  const stale = await readFile(pidFile, "utf8");
  await first.stop();
  // Another server runs as the same user, so PostgreSQL alone would take the number for a live one of its own.
  const strangerDir = join(dataDir, "stranger");
  await mkdir(strangerDir);
  const stranger = await start({ dataDir: strangerDir });
  await writeFile(pidFile, stale.replace(/^\d+/, String(stranger.pid)));

  const second = await start();

  expect(second.url).toBe(first.url);
});

test.runIf(process.getuid?.() === 0)(
  "a data folder out of reach for PostgreSQL's user is stood in for, and says so",
  async () => {
    await chmod(dataDir, 0o700);
    const hidden = join(dataDir, "private");

    const server = await start({ dataDir: hidden });
    const standIn = systemFolder("data", hidden);

    expect(await query(server.url, "SHOW data_directory")).toEqual([{ data_directory: standIn }]);
    expect(await readFile(join(hidden, "postgres.txt"), "utf8")).toContain(standIn);
    await server.stop();
    await rm(standIn, { recursive: true });
  },
);

test("data of another major version is refused with a sentence", async () => {
  const server = await start();
  await server.stop();
  await writeFile(join(dataDir, "postgres", "PG_VERSION"), "17\n");

  await expect(start()).rejects.toThrow("was written by PostgreSQL 17, this Docsteward brings 18.");
});

test("settings that are damaged are named, and nothing is overwritten", async () => {
  const server = await start();
  await server.stop();
  const path = join(dataDir, "postgres", "docsteward.json");
  await writeFile(path, "{");

  await expect(start()).rejects.toThrow(`${path} is damaged`);
  expect(await readFile(path, "utf8")).toBe("{");
});

test("a folder where the system makes none is refused with a sentence", async () => {
  await expect(start({ dataDir: "/proc/docsteward/data" })).rejects.toThrow(
    "The data folder /proc/docsteward/data cannot be written. Make it writable, or set DATA_DIR.",
  );
});

test("a database folder that holds something else is refused with a sentence, and left as it is", async () => {
  const folder = join(dataDir, "postgres");
  await mkdir(folder);
  await writeFile(join(folder, "notes.txt"), "Mine.");

  await expect(start()).rejects.toThrow(/postgres is not empty and holds no database\. Move what is there elsewhere/);

  expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("Mine.");
});
