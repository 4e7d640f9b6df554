import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { GitError } from "../error.ts";

const SQLITE_BUSY = 5;

/** A held lock; releasing it twice does nothing. */
export type FileLock = Disposable & { release(): void };

/**
 * Takes a lock on a file, shared with others or exclusive, or returns null when it is taken.
 *
 * It holds between processes of this machine. Nothing of it outlives its holder: it is the operating system's own lock, taken
 * through SQLite because Node offers none, so a process that is killed leaves no stale lock behind.
 */
export function tryLock(path: string, mode: "shared" | "exclusive"): FileLock | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec(mode === "exclusive" ? "BEGIN EXCLUSIVE" : "BEGIN; SELECT 1 FROM sqlite_schema");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  const release = () => {
    if (database.isOpen) database.close();
  };
  return { release, [Symbol.dispose]: release };
}

/**
 * Takes a lock as {@link tryLock} does, waiting for it.
 *
 * @throws GitError `timed_out` when it is still taken after `timeoutMs`; the signal's reason when aborted
 */
export async function waitForLock(
  path: string,
  mode: "shared" | "exclusive",
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<FileLock> {
  const endsAt = performance.now() + (options.timeoutMs ?? 120_000);
  for (;;) {
    const lock = tryLock(path, mode);
    if (lock) return lock;
    if (performance.now() > endsAt) {
      throw new GitError("timed_out", "The server's copy of the repository is busy. Try again later.");
    }
    await sleep(5 + Math.random() * 15, undefined, { signal: options.signal });
  }
}
