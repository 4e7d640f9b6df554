import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Bytes that a folder takes on disk, as `du` counts them; a file with several names counts once. 0 when it does not exist. */
export async function diskUsage(folder: string, seen = new Set<number>()): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(whenGone([]));
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await diskUsage(path, seen);
    const facts = await lstat(path).catch(whenGone(null));
    if (facts === null || seen.has(facts.ino)) continue;
    seen.add(facts.ino);
    bytes += facts.blocks * 512;
  }
  return bytes;
}

/** Files come and go while jobs run. */
function whenGone<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === "ENOENT") return value;
    throw error;
  };
}
