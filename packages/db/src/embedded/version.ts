import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseError } from "../error.ts";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./data-folder.ts";

/** @throws DatabaseError when the data was written by another major version, which this one cannot read */
export async function requireSameVersion(binaries: Binaries, folder: DataFolder): Promise<void> {
  const path = join(folder.path, "PG_VERSION");
  const found = await readFile(path, "utf8").catch((cause) => {
    throw new DatabaseError(
      `The built-in database in ${folder.path} belongs to another user. Start Docsteward as the user who created it.`,
      { cause },
    );
  });
  const [major] = binaries.version.split(".");
  if (found.trim() === major) return;
  throw new DatabaseError(
    `The database in ${folder.path} was written by PostgreSQL ${found.trim()}, and this Docsteward includes PostgreSQL ${major}. Migrate the data with pg_dump, or use the earlier Docsteward version.`,
  );
}
