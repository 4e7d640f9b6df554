import { createHash, randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseError } from "../database-error.ts";

/** The folder of the database and the user that PostgreSQL runs as; null for the user of this process. */
export type DataFolder = { path: string; identity: Identity | null };

/** The folder of a data folder's database; `dataDir` is the data folder without symbolic links, `isInside` says where it lies. */
export type ChosenFolder = DataFolder & { dataDir: string; isInside: boolean };

/**
 * Decides where the database lies and whom it belongs to: `<dataDir>/postgres`, or a system folder when the unprivileged
 * user cannot get there (a data folder below `/root`). That one is named by an id in the data folder: it is found again when the
 * data folder moves, and a new data folder at an old path has a new database.
 *
 * Makes the folder above it. A `postgres.txt` in the data folder tells people when the database lies elsewhere.
 *
 * @throws DatabaseError when an existing database has become unreachable, or nothing can be written there
 */
export async function chooseDataFolder(dataDir: string): Promise<ChosenFolder> {
  const root = await makeFolder(resolve(dataDir));
  const inside = join(root, "postgres");
  const identity = await chooseIdentity(inside);
  const isMadeInside = (await stat(join(inside, "PG_VERSION")).catch(() => null)) !== null;
  const id = isMadeInside || identity === null ? null : await findInstallationId(root);
  if (id === null && (identity === null || (await canPass(root, identity)))) {
    return { path: inside, identity, dataDir: root, isInside: true };
  }
  if (isMadeInside) {
    throw new DatabaseError(
      `The database in ${inside} is no longer accessible for user ${identity?.uid}. Add the permission o+x to its parent folders.`,
    );
  }
  const outside = databaseFolder(id ?? (await makeInstallationId(root)));
  await mkdir(dirname(outside), { recursive: true, mode: 0o755 });
  await chmod(dirname(outside), 0o755);
  await writeFile(
    join(root, PLACE_FILE),
    `PostgreSQL doesn't run as root, and its user can't access this folder. The database is in\n${outside}\n`,
  );
  return { path: outside, identity: await chooseIdentity(outside), dataDir: root, isInside: false };
}

// Without symbolic links: this path is compared with what the system says of a running server.
async function makeFolder(path: string): Promise<string> {
  try {
    await makeFolders(path);
    return await realpath(path);
  } catch (cause) {
    throw new DatabaseError(`The data folder ${path} isn't writable. Make it writable, or set DATA_DIR.`, { cause });
  }
}

/** Makes folders one by one: with `recursive`, Node retries forever where the system refuses, as below `/proc`. */
async function makeFolders(path: string): Promise<void> {
  if (await stat(path).catch(() => null)) return;
  await makeFolders(dirname(path));
  await mkdir(path).catch((error) => {
    // Another process may start at the same time.
    if (error.code !== "EEXIST") throw error;
  });
}

async function canPass(folder: string, { uid, gid }: Identity): Promise<boolean> {
  const { mode, uid: owner, gid: group } = await stat(folder);
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
  if ((mode & bit) === 0) return false;
  const above = dirname(folder);
  return above === folder || canPass(above, { uid, gid });
}

/** The unprivileged user that PostgreSQL runs as, by number; no such user needs to exist. */
export type Identity = { uid: number; gid: number };

const NOBODY: Identity = { uid: 65_534, gid: 65_534 };

/**
 * Decides which user PostgreSQL runs as: it refuses root, so root uses the owner of existing data, else the user `nobody`.
 *
 * @param folder the data folder, which may not exist yet
 * @returns null when this process is not root and PostgreSQL simply runs as the same user
 */
async function chooseIdentity(folder: string): Promise<Identity | null> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(folder).catch(() => null);
  return owner === null || owner.uid === 0 ? NOBODY : { uid: owner.uid, gid: owner.gid };
}

/** Not below `/tmp` or `/var/tmp`: systems delete files there that were unused for some days. */
const PARENT = "/var/lib/docsteward";

/**
 * A folder of root's outside any private home.
 *
 * @param kind what the folder holds, e.g. `data`
 * @param key tells it from others of its kind: 16 hexadecimal digits
 */
export function systemFolder(kind: string, key: string): string {
  return join(PARENT, `${kind}-${key}`);
}

/** A key made of the path that a folder stands in for. */
export function keyOfPath(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}

/** The folders of a kind that exist; none when root never made one, or this user may not look. */
export async function listSystemFolders(kind: string): Promise<{ path: string; key: string }[]> {
  const names = await readdir(PARENT).catch((): string[] => []);
  return names
    .filter((name) => name.startsWith(`${kind}-`) && /^[0-9a-f]{16}$/.test(name.slice(kind.length + 1)))
    .map((name) => ({ path: join(PARENT, name), key: name.slice(kind.length + 1) }));
}

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
  const unlessMissing = (error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw new DatabaseError(`${path} can't be read (${error.code}). It identifies the data folder's database.`);
  };
  const found = await lstat(path).catch(unlessMissing);
  // A pipe would be waited for, and what a link leads to is not kept with the folder.
  if (found !== null && !found.isFile()) {
    throw new DatabaseError(
      `${path} isn't a file. It identifies the data folder's database. Restore it from a backup.`,
    );
  }
  const text = found && (await readFile(path, "utf8").catch(unlessMissing));
  if (text === null || ID.test(text.trim())) return text?.trim() ?? null;
  throw new DatabaseError(`${path} is damaged. It identifies the data folder's database. Restore it from a backup.`);
}

/** Gives a data folder its id, once: that of the database which an earlier version made for it, else a new one. */
async function makeInstallationId(dataDir: string): Promise<string> {
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
