import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { tryLock } from "./file-lock.ts";
import { cacheFolder, isUsable } from "./repository-cache.ts";
import { runGit } from "./run-git.ts";

/** Every fetch leaves a pack. A cache with more is made anew: that is one fetch, and takes with it what no job needs any more. */
const MAX_PACKS = 100;

/**
 * Clears the caches that no job holds: removes those that are broken or full of old packs, and drops the refs of past jobs.
 *
 * Safe to run from several processes; a cache that is in use is left for the next time.
 */
export async function tidyCaches(dataDir: string): Promise<void> {
  const folder = cacheFolder(dataDir);
  const caches = (await readdir(folder).catch((): string[] => [])).filter((entry) =>
    /^[0-9a-f]{32}-\d+\.git$/.test(entry),
  );
  for (const entry of caches) {
    using lock = tryLock(join(folder, entry.replace(/\.git$/, ".lock")), "exclusive");
    if (lock === null) continue;
    const gitDir = join(folder, entry);
    if ((await isUsable(gitDir)) && (await countPacks(gitDir)) <= MAX_PACKS) await dropJobRefs(gitDir);
    else await rm(gitDir, { recursive: true, force: true });
  }
}

async function countPacks(gitDir: string): Promise<number> {
  const entries = await readdir(join(gitDir, "objects/pack")).catch((): string[] => []);
  return entries.filter((entry) => entry.endsWith(".pack")).length;
}

async function dropJobRefs(gitDir: string): Promise<void> {
  const { stdout } = await runGit({ args: ["for-each-ref", "--format=delete %(refname)", "refs/jobs/"], gitDir });
  await runGit({ args: ["update-ref", "--stdin"], gitDir, stdin: stdout });
}
