import { execFile } from "node:child_process";
import { readFile, readlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isAlive } from "@docsteward/platform/is-alive";
import type { DataFolder } from "./data-folder.ts";

export type Postmaster = { pid: number; port: number };

const run = promisify(execFile);

/**
 * The PostgreSQL that holds this folder now, ready or not; null when none does.
 *
 * Pids are used again, in containers at every start, and PostgreSQL refuses to start while any process of its user has the
 * pid in a stale `postmaster.pid`. Such a file gets our own pid, which PostgreSQL knows for its parent's and looks past.
 * The file itself stays: through it PostgreSQL finds memory that children of a killed server still use.
 */
export async function findPostmaster(folder: DataFolder): Promise<Postmaster | null> {
  const path = pidFileOf(folder);
  const [first = "", ...rest] = await readLines(path);
  const pid = Number(first);
  const port = Number(rest[2]);
  if (!(pid > 0) || !isAlive(pid)) return null;
  if (await worksIn(pid, folder)) return port > 0 ? { pid, port } : null;
  await writeFile(path, [process.pid, ...rest].join("\n"));
  return null;
}

/** Whether a server holds this folder. Unlike `findPostmaster` it changes nothing: for folders of other installations. */
export async function isRunning(folder: DataFolder): Promise<boolean> {
  const pid = Number((await readLines(pidFileOf(folder)))[0]);
  return pid > 0 && isAlive(pid) && worksIn(pid, folder);
}

function pidFileOf(folder: DataFolder): string {
  return join(folder.path, "postmaster.pid");
}

async function readLines(path: string): Promise<string[]> {
  return (await readFile(path, "utf8").catch(() => "")).split("\n");
}

async function worksIn(pid: number, folder: DataFolder): Promise<boolean> {
  if (process.platform === "linux") {
    return readlink(`/proc/${pid}/cwd`).then(
      (cwd) => cwd === folder.path,
      () => isAlive(pid),
    );
  }
  return run("ps", ["-p", String(pid), "-o", "command="]).then(
    ({ stdout }) => stdout.includes("postgres"),
    () => isAlive(pid),
  );
}
