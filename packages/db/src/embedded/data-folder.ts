import { chmod, mkdir, realpath, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DatabaseError } from "../error.ts";
import { chooseIdentity, type Identity } from "./identity.ts";
import { databaseFolder, findInstallationId, makeInstallationId, PLACE_FILE } from "./installation-id.ts";

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

/** One after another: asked for all at once, Node tries for ever where the system makes none, as below `/proc`. */
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
