import type { ChildProcess } from "node:child_process";
import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Reporter } from "@docsteward/platform/log";
import pg from "pg";
import { DatabaseError } from "../database-error.ts";
import { type Binaries, findBinaries } from "./binaries.ts";
import {
  chooseDataFolder,
  type DataFolder,
  databaseFolder,
  findInstallationId,
  findSettings,
  ID_FILE,
  KIND,
  keyOfPath,
  listSystemFolders,
  PLACE_FILE,
  readSettings,
  type SavedSettings,
  writeSettings,
} from "./data-folder.ts";
import { freePort, initialise, isInitialised, isPortFree, SUPERUSER } from "./initialize.ts";
import {
  type EmbeddedServer,
  findPostmaster,
  isRunning,
  isServing,
  readLogEnd,
  spawnServer,
  superviseServer,
} from "./server.ts";

/** Options of `startEmbedded`. */
export type EmbeddedOptions = {
  /** DATA_DIR; the database lies in its `postgres` folder unless that is out of reach for PostgreSQL's user. */
  dataDir: string;
  log: Reporter;
  /** Treats a server that already runs here as ours to stop: for the one process that owns the installation. */
  adopt?: boolean;
  /** False skips every fsync, for tests. */
  isDurable?: boolean;
};

const START_TIMEOUT_MS = 60_000;

/**
 * Starts the built-in PostgreSQL of a data folder, or reuses the one that already serves it.
 *
 * The first start makes the cluster. Port and password are chosen once and kept, so the address stays the same over
 * restarts; only when another program has taken the port does it change.
 *
 * @returns `url` of the product's database (with its password); `exited` settles when the server is gone, however that came
 * @throws DatabaseError when it does not come up within a minute, with what PostgreSQL said
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = await chooseDataFolder(options.dataDir);
  const binaries = await findBinaries(folder.identity);
  if (!(await isInitialised(folder))) await initialise(binaries, folder);
  await requireSameVersion(binaries, folder);
  if (!folder.isInside) await claimDatabase(folder, folder.dataDir);
  if (options.adopt) for (const sentence of await describeOrphans(folder.dataDir)) options.log.warn(sentence);
  const started = await startOrReuse(binaries, folder, options);
  await createDatabase(urlOf(started.settings, "postgres"));
  options.log.info({ pid: started.pid, folder: folder.path, isReused: started.child === null }, "postgresql ready");
  return superviseServer({
    url: urlOf(started.settings, "docsteward"),
    pid: started.pid,
    child: started.child,
    isOurs: started.child !== null || options.adopt === true,
    log: options.log,
  });
}

type Started = { settings: SavedSettings; pid: number; child: ChildProcess | null };

async function startOrReuse(binaries: Binaries, folder: DataFolder, options: EmbeddedOptions): Promise<Started> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let waitMs = 100; Date.now() < deadline; waitMs = Math.min(waitMs * 2, 2_000)) {
    const started = (await findPostmaster(folder))
      ? await reuse(folder)
      : await spawnAndWait(binaries, folder, options.isDurable ?? true, deadline);
    if (started) return started;
    // A server may be starting or stopping, and one that was killed holds its memory for a while.
    await sleep(waitMs);
  }
  throw new DatabaseError(
    `The built-in database in ${folder.path} did not start: ${(await readLogEnd(folder)) || "it wrote no log"}`,
  );
}

async function reuse(folder: DataFolder): Promise<Started | null> {
  const postmaster = await findPostmaster(folder);
  if (postmaster === null) return null;
  const saved = await readSettings(folder);
  const settings = { ...saved, port: postmaster.port };
  if (!(await isServing(urlOf(settings, "postgres"), folder))) return null;
  if (saved.port !== settings.port) await writeSettings(folder, settings);
  return { settings, pid: postmaster.pid, child: null };
}

async function spawnAndWait(
  binaries: Binaries,
  folder: DataFolder,
  isDurable: boolean,
  deadline: number,
): Promise<Started | null> {
  const settings = await settleOnPort(folder);
  const child = await spawnServer(binaries, folder, { port: settings.port, isDurable });
  const { pid } = child;
  if (pid !== undefined && (await becomesReady(child, urlOf(settings, "postgres"), folder, deadline))) {
    return { settings, pid, child };
  }
  child.kill("SIGQUIT");
  return null;
}

async function settleOnPort(folder: DataFolder): Promise<SavedSettings> {
  const saved = await readSettings(folder);
  if (await isPortFree(saved.port)) return saved;
  const moved = { ...saved, port: await freePort() };
  await writeSettings(folder, moved);
  return moved;
}

async function becomesReady(child: ChildProcess, url: string, folder: DataFolder, deadline: number): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    if (await isServing(url, folder)) return true;
    await sleep(25);
  }
  return false;
}

function urlOf({ port, password }: SavedSettings, database: string): string {
  return `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

/** @throws DatabaseError when the data was written by another major version, which this one cannot read */
async function requireSameVersion(binaries: Binaries, folder: DataFolder): Promise<void> {
  const path = join(folder.path, "PG_VERSION");
  const found = await readFile(path, "utf8").catch((cause) => {
    throw new DatabaseError(
      `The built-in database in ${folder.path} belongs to another user. Start Docsteward as the user who created it.`,
      { cause },
    );
  });
  const [major] = binaries.version.split(".");
  if (found.trim() === major) return;
  throw new DatabaseError(
    `The database in ${folder.path} was written by PostgreSQL ${found.trim()}, and this Docsteward includes PostgreSQL ${major}. Make a backup with the earlier Docsteward version (docsteward backup), and restore it here into an empty DATA_DIR.`,
  );
}

const DUPLICATES = new Set(["42P04", "23505"]);

/** Makes the database `docsteward` unless it exists; `adminUrl` names any other database of the server. */
async function createDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = 'docsteward'");
    if (rowCount === 0) await client.query("CREATE DATABASE docsteward");
  } catch (error) {
    // Another process made it between the two statements.
    if (!DUPLICATES.has((error as { code?: string }).code ?? "")) throw error;
  } finally {
    await client.end();
  }
}

/**
 * Writes down, with a database outside its data folder, which data folder that is.
 *
 * @throws DatabaseError when it is that of another one, which exists: the two are copies of each other
 */
async function claimDatabase(folder: DataFolder, dataDir: string): Promise<void> {
  const settings = await readSettings(folder);
  const { dataDir: known } = settings;
  if (known === dataDir) return;
  if (known !== undefined && (await isOtherFolder(known, dataDir)) && (await belongs(folder.path, known))) {
    throw new DatabaseError(
      `The data folder ${dataDir} is a copy of ${known}, and the database in ${folder.path} belongs to the original. Use ${known}, or delete ${ID_FILE} and ${PLACE_FILE} from ${dataDir} to give it a new, empty database.`,
    );
  }
  await writeSettings(folder, { ...settings, dataDir });
}

/** One folder may have several paths: a mount shows it in two places. */
async function isOtherFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => null)));
  return a?.ino !== b?.ino || a?.dev !== b?.dev;
}

/** Whether a data folder exists and has this database. */
async function belongs(databasePath: string, dataDir: string): Promise<boolean> {
  const id = await findInstallationId(dataDir).catch(() => null);
  return id !== null && databaseFolder(id) === databasePath;
}

/**
 * Finds the databases outside a data folder that no data folder has any more: it was deleted, or got a new id. A sentence for
 * each, with its place and how to remove it.
 *
 * What an earlier version made and no start has claimed since is only known for the data folder at hand: it may be in use.
 */
export async function describeOrphans(dataDir: string): Promise<string[]> {
  const sentences: string[] = [];
  for (const { path, key } of await listSystemFolders(KIND)) {
    const folder: DataFolder = { path, identity: null };
    if (!(await isInitialised(folder)) || (await isRunning(folder))) continue;
    const owner =
      (await findSettings(folder))?.dataDir ??
      // Earlier versions named it by the path of its data folder.
      (keyOfPath(dataDir) === key ? dataDir : null);
    if (owner === null || (await belongs(path, await realpath(owner).catch(() => owner)))) continue;
    sentences.push(
      `The database in ${path} is unused: its data folder ${owner} is gone or uses another database. To remove it: rm -r ${path}`,
    );
  }
  return sentences;
}
