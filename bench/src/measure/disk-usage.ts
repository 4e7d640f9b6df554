import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "../../../packages/db/src/client.ts";
import { silentLogger } from "../../../packages/platform/src/log.ts";

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

/** Bytes that the database takes on disk, its log of changes (WAL) not among them. */
export async function databaseSize(url: string): Promise<number> {
  const db = createClient(url, { poolSize: 1, log: silentLogger });
  try {
    const rows = await db.$queryRaw<{ size: bigint }[]>`SELECT pg_database_size(current_database()) AS size`;
    return Number(rows[0]?.size ?? 0);
  } finally {
    await db.$disconnect();
  }
}
