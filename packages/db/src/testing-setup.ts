import { chmod, mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isAlive } from "@docsteward/platform/is-alive";
import { silentLogger } from "@docsteward/platform/log";
import { chooseScratchFolder, listAbandoned } from "@docsteward/platform/scratch-folder";
import pg from "pg";
import { startEmbedded } from "./embedded/start.ts";
import { migrate } from "./migrate.ts";
import { installQueues } from "./queue.ts";
import { TEMPLATE, TEST_SERVER_VARIABLE } from "./testing.ts";

const PREFIX = "docsteward-test-server-";

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, with a migrated template that each test file copies, and a folder
 * for the temporary files of all tests.
 *
 * Clears away what a run that was killed has left behind: its folder carries the number of its process.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Another project of this run has made it already, and takes it down in the end.
  if (process.env[TEST_SERVER_VARIABLE]) return async () => undefined;
  const scratch = chooseScratchFolder();
  await sweepAbandoned(scratch);
  const dataDir = join(scratch, `${PREFIX}${process.pid}`);
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, log: silentLogger, isDurable: false });
  await easeSignIn(server.url);
  await makeTemplate(server.url);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = await makeTemporaryFolder(dataDir);
  process.env[TEST_SERVER_VARIABLE] = server.url;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    delete process.env[TEST_SERVER_VARIABLE];
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Open to every user, like the system's temporary folder: PostgreSQL runs as another user where the tests run as root. */
async function makeTemporaryFolder(dataDir: string): Promise<string> {
  const path = join(dataDir, "tmp");
  await mkdir(path);
  await chmod(path, 0o1777);
  return path;
}

/** A password is stretched at every connection, of which tests make thousands and an attacker of theirs none. */
async function easeSignIn(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { username, password } = new URL(serverUrl);
  await client.query("SET scram_iterations = 1");
  await client.query(`ALTER ROLE ${client.escapeIdentifier(username)} PASSWORD ${client.escapeLiteral(password)}`);
  await client.end();
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE}`;
  await migrate(url.href);
  await installQueues(url.href);
  await client.query(`ALTER DATABASE ${TEMPLATE} WITH IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  await client.end();
}

async function sweepAbandoned(scratch: string): Promise<void> {
  for (const folder of await listAbandoned(scratch, PREFIX)) {
    const pidFile = await readFile(join(folder, "postgres", "postmaster.pid"), "utf8").catch(() => "");
    const pid = Number(pidFile.split("\n", 1)[0]);
    if (pid > 0 && isAlive(pid)) process.kill(pid, "SIGQUIT");
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
