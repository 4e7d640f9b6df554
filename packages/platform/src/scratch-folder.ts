import { accessSync, constants, readFileSync, statfsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "./is-alive.ts";

const IN_MEMORY = "/dev/shm";
/** Containers have 64 MB of shared memory by default, which a database fills. */
const ROOMY_BYTES = 2 * 1024 ** 3;

/**
 * The folder for data that only a test run needs: in memory where the system has enough of it, else the folder of temporary
 * files. A temporary folder that the user has chosen (TMPDIR) is respected.
 *
 * A new database is some hundred files, which takes a disk up to half a second and memory a fiftieth of that.
 */
export function chooseScratchFolder(): string {
  return tmpdir() === "/tmp" && isRoomy(IN_MEMORY) ? IN_MEMORY : tmpdir();
}

function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOMY_BYTES && mayRunPrograms(folder, readFileSync("/proc/mounts", "utf8"));
  } catch {
    // No such folder: not Linux.
    return false;
  }
}

/** Tests write programs and start them, which the mounts of some containers forbid. */
function mayRunPrograms(folder: string, mounts: string): boolean {
  const options = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .findLast(([, place]) => place === folder)?.[3];
  return options?.split(",").includes("noexec") === false;
}

/** The folders in `parent` whose name is `prefix` and the number of a process that is gone: it was killed before it could clear them away. */
export async function listAbandoned(parent: string, prefix: string): Promise<string[]> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  const isLeft = (owner: string) => /^\d+$/.test(owner) && !isAlive(Number(owner));
  return names.filter((name) => isLeft(name.slice(prefix.length))).map((name) => join(parent, name));
}
