import { chown, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseError } from "../error.ts";
import type { DataFolder } from "./data-folder.ts";

/** What must stay the same over restarts, so that the address of the database does. Kept in its folder, mode 0600. */
export type SavedSettings = {
  port: number;
  password: string;
  /** The data folder of a database that lies outside it. */
  dataDir?: string;
};

const FILE = "docsteward.json";

/** @throws DatabaseError when the file is unreadable or not ours: without the password the data cannot be opened */
export async function readSettings(folder: DataFolder): Promise<SavedSettings> {
  const path = join(folder.path, FILE);
  try {
    const { port, password, dataDir } = JSON.parse(await readFile(path, "utf8")) as Partial<SavedSettings>;
    if (typeof port !== "number" || typeof password !== "string") throw new TypeError("port or password is missing");
    return { port, password, dataDir };
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === "EACCES" ? "can't be read by this user" : "is damaged";
    throw new DatabaseError(`${path} ${reason}. It contains the built-in database's password.`, { cause });
  }
}

/** The same for a database that may be any: null when its file is missing or not ours. */
export function findSettings(folder: DataFolder): Promise<SavedSettings | null> {
  return readSettings(folder).catch(() => null);
}

export async function writeSettings(folder: DataFolder, settings: SavedSettings): Promise<void> {
  const path = join(folder.path, FILE);
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
  if (folder.identity) await chown(draft, folder.identity.uid, folder.identity.gid);
  await rename(draft, path);
}
