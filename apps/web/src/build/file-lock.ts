import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";

/** Holds until it is released or the process is gone. The lock is lost when nothing refers to it any more. */
export type FileLock = { release(): void };

export type LockKind = "exclusive" | "shared";

const BUSY = 5;
const RETRY_MS = 200;
/** The first read inside a transaction takes the shared lock, which the transaction then keeps. */
const STATEMENTS: Record<LockKind, string> = {
  exclusive: "BEGIN EXCLUSIVE",
  shared: "BEGIN; SELECT count(*) FROM sqlite_schema",
};

/**
 * Takes a lock on a file if it is free: one holder alone, or many that share it.
 *
 * The system keeps it, through SQLite's own locks on an empty database: a killed process holds nothing, and no process id is
 * ever compared. The file is never deleted, since a lock on a deleted file excludes no one.
 */
export async function tryLock(file: string, kind: LockKind): Promise<FileLock | null> {
  await mkdir(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec(STATEMENTS[kind]);
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === BUSY) return null;
    throw error;
  }
  return { release: () => database.close() };
}

/** The same, but waits for the current holder. */
export async function waitForLock(file: string, kind: LockKind, signal?: AbortSignal): Promise<FileLock> {
  for (;;) {
    const lock = await tryLock(file, kind);
    if (lock) return lock;
    await wait(RETRY_MS, undefined, { signal });
  }
}
