import pg from "pg";
import type { DataFolder } from "./data-folder.ts";

/**
 * Whether the server at `url` takes connections and serves this very folder. A pid file outlives its server, and both the
 * pid and the port in it may belong to somebody else by now.
 */
export async function isServing(url: string, folder: DataFolder): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
    return rows[0]?.folder === folder.path;
  } catch {
    // Refused, still starting, another password: each means that there is nothing to use at this moment.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
