import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { tryLock } from "../run/file-lock.ts";
import { cacheFolder, cacheKey, retireCache } from "./repository-cache.ts";

/** Removes the caches of a repository that nobody works on any more. One that is in use goes with the next tidying. */
export async function removeCaches(dataDir: string, repository: string): Promise<void> {
  const folder = cacheFolder(dataDir);
  const entries = await readdir(folder).catch((): string[] => []);
  for (const entry of entries) {
    if (!entry.startsWith(`${cacheKey(repository)}-`) || !entry.endsWith(".git")) continue;
    const gitDir = join(folder, entry);
    await retireCache(gitDir);
    using lock = tryLock(join(folder, entry.replace(/\.git$/, ".lock")), "exclusive");
    if (lock) await rm(gitDir, { recursive: true, force: true });
  }
}
