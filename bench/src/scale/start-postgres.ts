import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { access, chmod, chown, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const SYSTEM_FOLDER = "/usr/lib/postgresql";

export type ScaleServer = AsyncDisposable & {
  version: string;
  logFile: string;
  /** Makes a database, and gives its address as a superuser. */
  create(name: string): Promise<string>;
};

/**
 * Starts the system's PostgreSQL (Debian's package) on a new cluster: the embedded one does not have pg_stat_statements, which
 * counts statements and their time. Settings are the package's, but for memory, the log of changes and the number of connections.
 */
export async function startPostgres(folder: string): Promise<ScaleServer> {
  const bin = await findPrograms();
  const isRoot = process.getuid?.() === 0;
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const cluster = join(folder, "postgres");
  await mkdir(cluster, { recursive: true });
  await chmod(dirname(cluster), 0o755);
  if (isRoot) await chown(cluster, NOBODY, NOBODY);
  const initdb = ["-D", cluster, "-U", "bench", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"];
  await run(join(bin, "initdb"), initdb, { ...identity, cwd: "/" });
  const port = await freePort();
  const settings = {
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: "''",
    port,
    max_connections: 200,
    shared_buffers: "'1GB'",
    shared_preload_libraries: "'pg_stat_statements,auto_explain'",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_timing": "off",
    log_line_prefix: "'%m '",
    wal_level: "minimal",
    max_wal_senders: 0,
    max_wal_size: "'8GB'",
    checkpoint_timeout: "'30min'",
    maintenance_work_mem: "'512MB'",
    max_parallel_maintenance_workers: 0,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(join(cluster, "postgresql.auto.conf"), lines.join(""));
  const logFile = join(folder, "postgres.log");
  const log = openSync(logFile, "w");
  const child = spawn(join(bin, "postgres"), ["-D", cluster], { ...identity, cwd: "/", stdio: ["ignore", log, log] });
  closeSync(log);
  const exited = once(child, "exit");
  const urlOf = (name: string) => `postgresql://bench@127.0.0.1:${port}/${name}`;
  const stop = async () => {
    child.kill("SIGINT");
    await exited;
    await rm(cluster, { recursive: true, force: true });
  };
  try {
    const version = await Promise.race([askVersion(urlOf("postgres")), exited.then(() => null)]);
    if (version === null) throw new Error("PostgreSQL ended before it answered.");
    return {
      version,
      logFile,
      create: async (name) => {
        await onServer(urlOf("postgres"), `CREATE DATABASE "${name}"`);
        await onServer(urlOf(name), "CREATE EXTENSION pg_stat_statements");
        return urlOf(name);
      },
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findPrograms(): Promise<string> {
  const versions = await readdir(SYSTEM_FOLDER).catch(() => []);
  for (const version of versions.toSorted((a, b) => Number(b) - Number(a))) {
    const bin = join(SYSTEM_FOLDER, version, "bin");
    const isThere = await access(join(bin, "initdb")).then(
      () => true,
      () => false,
    );
    if (isThere) return bin;
  }
  throw new Error("scale needs the system's PostgreSQL with pg_stat_statements. On Debian: apt-get install postgresql");
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === "object" && address !== null ? address.port : 0;
}

const START_TRIES = 600;
const POLL_MS = 100;

async function askVersion(url: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      const [row] = await onServer<{ server_version: string }>(url, "SHOW server_version");
      return row?.server_version ?? "unknown";
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await sleep(POLL_MS);
    }
  }
}

/** Sends one statement over a connection of its own. */
export async function onServer<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
