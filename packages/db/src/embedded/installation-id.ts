import { randomBytes } from "node:crypto";
import { link, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseError } from "../error.ts";
import { listSystemFolders, systemFolder } from "./system-folder.ts";

export const ID_FILE = "installation-id";
const ID = /^[0-9a-f]{16}$/;
export const KIND = "data";
/** Says where the database lies: for people, and for this version about databases that earlier ones made, which kept no id. */
export const PLACE_FILE = "postgres.txt";

/** Where the database of an installation lies when it cannot lie in its data folder. */
export function databaseFolder(id: string): string {
  return systemFolder(KIND, id);
}

/**
 * The id of the installation that a data folder belongs to; null before it needs one. It goes where the folder goes, and with it
 * when it is deleted.
 *
 * @throws DatabaseError when the file holds something else
 */
export async function findInstallationId(dataDir: string): Promise<string | null> {
  const path = join(dataDir, ID_FILE);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw new DatabaseError(`${path} can't be read (${error.code}). It identifies the data folder's database.`);
  });
  if (text === null || ID.test(text.trim())) return text?.trim() ?? null;
  throw new DatabaseError(`${path} is damaged. It identifies the data folder's database. Restore it from a backup.`);
}

/** Gives a data folder its id, once: that of the database which an earlier version made for it, else a new one. */
export async function makeInstallationId(dataDir: string): Promise<string> {
  const id = (await findEarlierDatabase(dataDir)) ?? randomBytes(8).toString("hex");
  const path = join(dataDir, ID_FILE);
  const draft = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, `${id}\n`);
  try {
    // Of several processes that start together, the first one's id counts.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
  return (await findInstallationId(dataDir)) ?? id;
}

async function findEarlierDatabase(dataDir: string): Promise<string | null> {
  const said = await readFile(join(dataDir, PLACE_FILE), "utf8").catch(() => "");
  const places = await listSystemFolders(KIND);
  const named = places.find(({ path }) => said.split("\n").includes(path));
  const isMade = named && (await stat(join(named.path, "PG_VERSION")).catch(() => null));
  return isMade ? named.key : null;
}
