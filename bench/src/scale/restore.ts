import { stat } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "../../../packages/platform/src/env.ts";
import { createBackup, restoreBackup } from "../../../packages/services/src/backup.ts";
import { KEY_SECRET } from "./lane.ts";
import type { ScaleServer } from "./start-postgres.ts";

export type RestoreTimes = { backupSeconds: number; bytes: number; restoreSeconds: number };

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Writes a backup of a database while it is in use, and restores it into an empty one. */
export async function timeRestore(
  url: string,
  { server, folder }: { server: ScaleServer; folder: string },
): Promise<RestoreTimes> {
  const file = join(folder, "backup");
  const envOf = (databaseUrl: string, dataDir: string) =>
    parseEnv({
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, dataDir),
      KEY_SECRET,
      MODEL_PROVIDER: "offline",
      EMBEDDING_PROVIDER: "none",
    });
  const backupSeconds = await seconds(() =>
    createBackup({ env: envOf(url, "backed-up"), log: silent, target: file }).then(() => undefined),
  );
  const { size: bytes } = await stat(file);
  const env = envOf(await server.create("restored"), "restored");
  const restoreSeconds = await seconds(() => restoreBackup({ env, log: silent, source: file }).then(() => undefined));
  return { backupSeconds, bytes, restoreSeconds };
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (performance.now() - startMs) / 1_000;
}
