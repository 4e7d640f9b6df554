import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chown, open, readFile, readlink, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { isAlive } from "@docsteward/platform/is-alive";
import type { Reporter } from "@docsteward/platform/log";
import pg from "pg";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./data-folder.ts";

const MAX_LOG_BYTES = 10_000_000;

/**
 * Starts `postgres` as a child of this process, in a process group of its own: a Ctrl-C on the terminal reaches only
 * this process, which stops the database last.
 *
 * Its log goes to `server.log` in the data folder, so that it outlives this process.
 *
 * @param isDurable false skips every fsync, for tests
 */
export async function spawnServer(
  binaries: Binaries,
  folder: DataFolder,
  options: { port: number; isDurable: boolean },
): Promise<ChildProcess> {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: options.port,
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "64MB",
    log_min_messages: "warning",
    log_checkpoints: "off",
    ...(options.isDurable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" }),
  };
  const log = await openLog(folder);
  try {
    const child = spawn(
      binaries.postgres,
      ["-D", folder.path, ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`])],
      {
        ...folder.identity,
        cwd: folder.path,
        env: { PATH: "/usr/bin:/bin", TZ: "UTC" },
        stdio: ["ignore", log.fd, log.fd],
        detached: true,
      },
    );
    child.on("error", () => undefined);
    return child;
  } finally {
    await log.close();
  }
}

/** The last lines that the server wrote, to explain a failed start. */
export async function readLogEnd(folder: DataFolder): Promise<string> {
  const text = await readFile(join(folder.path, "server.log"), "utf8").catch(() => "");
  return text.trim().split("\n").slice(-4).join(" | ");
}

async function openLog(folder: DataFolder) {
  const path = join(folder.path, "server.log");
  const size = await stat(path).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await truncate(path);
  const log = await open(path, "a", 0o600);
  if (folder.identity) await chown(path, folder.identity.uid, folder.identity.gid);
  return log;
}

/** A running built-in PostgreSQL. */
export type EmbeddedServer = {
  /** Address of the product's database, with its password: for connecting, never for showing. */
  url: string;
  pid: number;
  /** Whether `stop` really stops it: started or adopted by this process. */
  isOurs: boolean;
  /** Settles when the server is gone, whether it was stopped, crashed or killed. */
  exited: Promise<void>;
  /** Ends the server if it is ours: first by closing every connection, then by force. Does nothing otherwise. */
  stop(): Promise<void>;
};

type Supervised = { url: string; pid: number; child: ChildProcess | null; isOurs: boolean; log: Reporter };

const POLL_MS = 250;
const FAST_STOP_MS = 10_000;
const FORCED_STOP_MS = 5_000;

/** Watches a server that runs, as a child of this process or of one that is gone. */
export function superviseServer({ url, pid, child, isOurs, log }: Supervised): EmbeddedServer {
  const exited = child ? childExit(child) : strangerExit(pid);
  const goes = (signal: NodeJS.Signals, timeoutMs: number) => signalAndWait(pid, signal, exited, timeoutMs);
  return {
    url,
    pid,
    isOurs,
    exited,
    async stop() {
      if (!isOurs || (await goes("SIGINT", FAST_STOP_MS)) || (await goes("SIGQUIT", FORCED_STOP_MS))) return;
      log.error({ pid }, "postgresql doesn't stop");
    },
  };
}

function childExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once("exit", () => resolve()));
}

function strangerExit(pid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (isAlive(pid)) return;
      clearInterval(timer);
      resolve();
    }, POLL_MS).unref();
  });
}

async function signalAndWait(
  pid: number,
  signal: NodeJS.Signals,
  exited: Promise<void>,
  timeoutMs: number,
): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    // It went before the signal came.
    return true;
  }
  const timer = new AbortController();
  const late = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const isGone = await Promise.race([exited.then(() => true), late]);
  timer.abort();
  return isGone;
}

type Postmaster = { pid: number; port: number };

const run = promisify(execFile);

/**
 * The PostgreSQL that holds this folder now, ready or not; null when none does.
 *
 * Pids are used again, in containers at every start, and PostgreSQL refuses to start while any process of its user has the
 * pid in a stale `postmaster.pid`. Such a file gets our own pid, which PostgreSQL knows for its parent's and looks past.
 * The file itself stays: through it PostgreSQL finds memory that children of a killed server still use.
 */
export async function findPostmaster(folder: DataFolder): Promise<Postmaster | null> {
  const path = pidFileOf(folder);
  const [first = "", ...rest] = await readLines(path);
  const pid = Number(first);
  const port = Number(rest[2]);
  if (!(pid > 0) || !isAlive(pid)) return null;
  if (await worksIn(pid, folder)) return port > 0 ? { pid, port } : null;
  await writeFile(path, [process.pid, ...rest].join("\n"));
  return null;
}

/** Whether a server holds this folder. Unlike `findPostmaster` it changes nothing: for folders of other installations. */
export async function isRunning(folder: DataFolder): Promise<boolean> {
  const pid = Number((await readLines(pidFileOf(folder)))[0]);
  return pid > 0 && isAlive(pid) && worksIn(pid, folder);
}

function pidFileOf(folder: DataFolder): string {
  return join(folder.path, "postmaster.pid");
}

async function readLines(path: string): Promise<string[]> {
  return (await readFile(path, "utf8").catch(() => "")).split("\n");
}

async function worksIn(pid: number, folder: DataFolder): Promise<boolean> {
  if (process.platform === "linux") {
    return readlink(`/proc/${pid}/cwd`).then(
      (cwd) => cwd === folder.path,
      () => isAlive(pid),
    );
  }
  return run("ps", ["-p", String(pid), "-o", "command="]).then(
    ({ stdout }) => stdout.includes("postgres"),
    () => isAlive(pid),
  );
}

/**
 * Whether the server at `url` takes connections and serves this very folder. A pid file outlives its server, so its pid and
 * port may belong to another process now.
 */
export async function isServing(url: string, folder: DataFolder): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
    return rows[0]?.folder === folder.path;
  } catch {
    // Refused, still starting, another password: each means that no usable server exists now.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
