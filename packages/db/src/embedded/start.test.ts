import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isAlive } from "@docsteward/platform/is-alive";
import { silentLogger } from "@docsteward/platform/log";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findInstallationId, keyOfPath, systemFolder } from "./data-folder.ts";
import type { EmbeddedServer } from "./server.ts";
import { type EmbeddedOptions, startEmbedded } from "./start.ts";

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
  const server = await startEmbedded({ dataDir, log: silentLogger, isDurable: false, ...options });
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

test("several concurrent starts on a new folder share one server, which only its starter stops", async () => {
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

describe.runIf(process.getuid?.() === 0)("as root, with a data folder that PostgreSQL's user cannot reach", () => {
  let hidden: string;
  let places: Set<string>;
  let lines: string[];
  beforeEach(async () => {
    await chmod(dataDir, 0o700);
    hidden = join(dataDir, "private");
    places = new Set();
    lines = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((server) => server.stop()));
    for (const place of places) await rm(place, { recursive: true, force: true });
  });

  /** Starts as the supervisor does, and keeps in mind what has to be deleted. */
  async function startHidden(folder = hidden) {
    const log = { ...silentLogger, warn: (line: unknown) => void lines.push(String(line)) };
    const server = await start({ dataDir: folder, adopt: true, log });
    const [{ data_directory: place } = {}] = await query(server.url, "SHOW data_directory");
    places.add(String(place));
    return { ...server, place: String(place) };
  }

  async function startWithRow() {
    const server = await startHidden();
    await query(server.url, "CREATE TABLE kept AS SELECT 7 AS number");
    await server.stop();
    return server;
  }

  const linesOn = (place: string) => lines.filter((line) => line.includes(place));

  test("the database lies elsewhere, and the folder says where", async () => {
    const { place } = await startHidden();

    expect(place).toMatch(/^\/var\/lib\/docsteward\/data-[0-9a-f]{16}$/);
    expect(await readFile(join(hidden, "postgres.txt"), "utf8")).toContain(place);
  });

  test("a new folder at the path of a deleted one has an empty database, and the old one is named with how to remove it", async () => {
    const old = await startWithRow();
    await rm(hidden, { recursive: true });

    const next = await startHidden();

    expect(next.place).not.toBe(old.place);
    await expect(query(next.url, "SELECT * FROM kept")).rejects.toMatchObject({ code: "42P01" });
    expect(linesOn(old.place)).toEqual([
      `The database in ${old.place} is unused: its data folder ${hidden} is gone or uses another database. To remove it: rm -r ${old.place}`,
    ]);
    expect(linesOn(next.place)).toEqual([]);
    await stat(join(old.place, "PG_VERSION"));
  });

  test("a folder that moves keeps its database", async () => {
    await startWithRow();
    const moved = join(dataDir, "moved");
    await rename(hidden, moved);

    const next = await startHidden(moved);

    expect(await query(next.url, "SELECT * FROM kept")).toEqual([{ number: 7 }]);
    expect(linesOn(next.place)).toEqual([]);
  });

  test("a folder that becomes reachable keeps its database", async () => {
    const { place } = await startWithRow();
    await chmod(dataDir, 0o755);

    expect((await startHidden()).place).toBe(place);
  });

  test("a copy of a folder is refused with a sentence while the first one runs or rests, which keeps its database", async () => {
    const first = await startHidden();
    await query(first.url, "CREATE TABLE kept AS SELECT 7 AS number");
    const copy = join(dataDir, "copy");
    await cp(hidden, copy, { recursive: true });
    const refusal = `The data folder ${copy} is a copy of ${hidden}, and the database in ${first.place} belongs to the original.`;

    await expect(startHidden(copy)).rejects.toThrow(refusal);
    await first.stop();
    await expect(startHidden(copy)).rejects.toThrow(refusal);

    expect(await query((await startHidden()).url, "SELECT * FROM kept")).toEqual([{ number: 7 }]);
    await rm(join(copy, "installation-id"));
    await rm(join(copy, "postgres.txt"));
    expect((await startHidden(copy)).place).not.toBe(first.place);
  });

  test("the database of an earlier version, found by the folder's path, is taken over with its rows", async () => {
    const { place } = await startWithRow();
    const earlier = systemFolder("data", keyOfPath(hidden));
    places.add(earlier);
    await rename(place, earlier);
    await rm(join(hidden, "installation-id"));
    await writeFile(join(hidden, "postgres.txt"), `The database lies in\n${earlier}\n`);
    const { port, password } = JSON.parse(await readFile(join(earlier, "docsteward.json"), "utf8"));
    await writeFile(join(earlier, "docsteward.json"), `${JSON.stringify({ port, password })}\n`);

    const next = await startHidden();
    await next.stop();
    const again = await startHidden();

    expect([next.place, again.place]).toEqual([earlier, earlier]);
    expect(await query(again.url, "SELECT * FROM kept")).toEqual([{ number: 7 }]);
    expect(linesOn(earlier)).toEqual([]);
  });

  test("the database that an earlier version made for a folder deleted since is named, too", async () => {
    const { place } = await startWithRow();
    const earlier = systemFolder("data", keyOfPath(hidden));
    places.add(earlier);
    await rename(place, earlier);
    const { port, password } = JSON.parse(await readFile(join(earlier, "docsteward.json"), "utf8"));
    await writeFile(join(earlier, "docsteward.json"), `${JSON.stringify({ port, password })}\n`);
    await rm(hidden, { recursive: true });

    const next = await startHidden();

    expect(next.place).not.toBe(earlier);
    expect(linesOn(earlier)).toHaveLength(1);
  });

  test("an id that is damaged is refused with a sentence, and no database is made", async () => {
    await startWithRow();
    await writeFile(join(hidden, "installation-id"), "../../../etc\n");

    await expect(startHidden()).rejects.toThrow(`${join(hidden, "installation-id")} is damaged`);
  });
});

describe.runIf(process.getuid?.() === 0)("as root, an id that is no file is refused with a sentence:", () => {
  test.each<[string, (path: string) => Promise<unknown>]>([
    ["a link to nothing", (path) => symlink("/nowhere/at/all", path)],
    ["a link to a file", (path) => symlink("/etc/hostname", path)],
    ["a folder", (path) => mkdir(path)],
    ["a pipe", (path) => promisify(execFile)("mkfifo", [path])],
  ])("%s", async (_, make) => {
    const path = join(dataDir, "installation-id");
    await make(path);

    await expect(findInstallationId(dataDir)).rejects.toThrow(`${path} isn't a file.`);
  });
});

test("data of another major version is refused with a sentence", async () => {
  const server = await start();
  await server.stop();
  await writeFile(join(dataDir, "postgres", "PG_VERSION"), "17\n");

  await expect(start()).rejects.toThrow("was written by PostgreSQL 17, and this Docsteward includes PostgreSQL 18.");
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
    "The data folder /proc/docsteward/data isn't writable. Make it writable, or set DATA_DIR.",
  );
});

test("a database folder that holds something else is refused with a sentence, and left unchanged", async () => {
  const folder = join(dataDir, "postgres");
  await mkdir(folder);
  await writeFile(join(folder, "notes.txt"), "Mine.");

  await expect(start()).rejects.toThrow(/postgres isn't empty and has no database\. Move its files elsewhere/);

  expect(await readFile(join(folder, "notes.txt"), "utf8")).toBe("Mine.");
});
