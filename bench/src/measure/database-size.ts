import { createClient } from "../../../packages/db/src/client.ts";
import { silentLogger } from "../../../packages/platform/src/log.ts";

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
