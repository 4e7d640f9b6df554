import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type DataFolder = AsyncDisposable & { path: string };

/** A data folder for one story, gone at its end. Others may pass through it: as root, PostgreSQL runs as somebody else. */
export async function makeDataFolder(): Promise<DataFolder> {
  const path = await mkdtemp(join(tmpdir(), "docsteward-e2e-"));
  await chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
