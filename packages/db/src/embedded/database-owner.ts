import { realpath, stat } from "node:fs/promises";
import { DatabaseError } from "../database-error.ts";
import {
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
  writeSettings,
} from "./data-folder.ts";
import { isInitialised } from "./initialize.ts";
import { isRunning } from "./server.ts";

/**
 * Writes down, with a database outside its data folder, which data folder that is.
 *
 * @throws DatabaseError when it is that of another one, which exists: the two are copies of each other
 */
export async function claimDatabase(folder: DataFolder, dataDir: string): Promise<void> {
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
