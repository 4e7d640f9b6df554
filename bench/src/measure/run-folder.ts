import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

/** A folder for one run below the data folder, on the same disk as the repositories. Removed at the end. */
export async function openRunFolder(dataDir: string): Promise<AsyncDisposable & { path: string }> {
  const runs = join(dataDir, "runs");
  await mkdir(runs, { recursive: true });
  const path = await mkdtemp(join(runs, "run-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
