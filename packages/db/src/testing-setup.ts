import { chmod, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { isAlive } from "./embedded/is-alive.ts";
import { startEmbedded } from "./embedded/start.ts";
import { migrate } from "./migrate.ts";
import { installQueues } from "./queue.ts";
import { silentReporter } from "./reporter.ts";
import { TEMPLATE, TEST_SERVER_VARIABLE } from "./testing.ts";

const PREFIX = "docsteward-test-server-";

/**
 * Vitest's global set-up: one PostgreSQL for the whole run, with a migrated template that each test file copies.
 *
 * Clears away what a run that was killed has left behind: its folder carries the number of its process.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await sweepAbandoned();
  const dataDir = join(tmpdir(), `${PREFIX}${process.pid}`);
  await rm(dataDir, { recursive: true, force: true });
  await mkdir(dataDir);
  await chmod(dataDir, 0o755);
  const server = await startEmbedded({ dataDir, log: silentReporter, isDurable: false });
  await makeTemplate(server.url);
  process.env[TEST_SERVER_VARIABLE] = server.url;
  return async () => {
    delete process.env[TEST_SERVER_VARIABLE];
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
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

async function sweepAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const owner = Number(name.slice(PREFIX.length));
    if (!Number.isInteger(owner) || isAlive(owner)) continue;
    const folder = join(tmpdir(), name);
    const pidFile = await readFile(join(folder, "postgres", "postmaster.pid"), "utf8").catch(() => "");
    const pid = Number(pidFile.split("\n", 1)[0]);
    if (pid > 0 && isAlive(pid)) process.kill(pid, "SIGQUIT");
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
