import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { tryLock } from "../run/file-lock.ts";
import { runGit } from "../run/run-git.ts";
import { cacheFolder, cacheKey, isUsable, retireCache } from "./repository-cache.ts";

/** Each fetch adds a pack. A cache with more packs is rebuilt by one fetch, which also drops the objects that no job needs. */
const MAX_PACKS = 100;
/** Commits of jobs are loose objects. git's own measure: so many in one folder of 256 stand for about 25,000. */
const MAX_LOOSE_IN_ONE_FOLDER = 100;
/** A cache that is being made has another name until it is done; one older than this was given up. */
const MAX_DRAFT_AGE_MS = 24 * 60 * 60 * 1000;

/**
 * Clears the caches that no job holds: removes those that are broken or full of old packs, and drops the refs of past jobs.
 *
 * Safe to run from several processes. A cache that is in use is left for the next time; a full one takes no new jobs until then.
 */
export async function pruneCaches(dataDir: string): Promise<void> {
  const folder = cacheFolder(dataDir);
  for (const entry of await list(folder)) {
    if (entry.endsWith(".new")) await removeOld(join(folder, entry));
    if (!/^[0-9a-f]{32}-\d+\.git$/.test(entry)) continue;
    using lock = tryLock(join(folder, entry.replace(/\.git$/, ".lock")), "exclusive");
    const gitDir = join(folder, entry);
    const isKept = (await isUsable(gitDir)) && !(await isFull(gitDir));
    if (lock === null) await (isKept ? undefined : retireCache(gitDir));
    else if (isKept) await dropJobRefs(gitDir);
    else await rm(gitDir, { recursive: true, force: true });
  }
}

async function isFull(gitDir: string): Promise<boolean> {
  const packs = (await list(join(gitDir, "objects/pack"))).filter((entry) => entry.endsWith(".pack"));
  const loose = await list(join(gitDir, "objects/17"));
  return packs.length > MAX_PACKS || loose.length > MAX_LOOSE_IN_ONE_FOLDER;
}

const list = (folder: string) => readdir(folder).catch((): string[] => []);

async function removeOld(draft: string): Promise<void> {
  const { mtimeMs } = await stat(draft);
  if (Date.now() - mtimeMs > MAX_DRAFT_AGE_MS) await rm(draft, { recursive: true, force: true });
}

async function dropJobRefs(gitDir: string): Promise<void> {
  const { stdout } = await runGit({ args: ["for-each-ref", "--format=delete %(refname)", "refs/jobs/"], gitDir });
  await runGit({ args: ["update-ref", "--stdin"], gitDir, stdin: stdout });
}

/** Counts the caches in a data folder, and those of none of these repositories. */
export async function countCaches(
  dataDir: string,
  repositories: readonly string[],
): Promise<{ all: number; unused: number }> {
  const keys = new Set(repositories.map(cacheKey));
  const entries = (await list(cacheFolder(dataDir))).filter((entry) => /^[0-9a-f]{32}-\d+\.git$/.test(entry));
  return { all: entries.length, unused: entries.filter((entry) => !keys.has(entry.slice(0, 32))).length };
}

/** Removes the caches of a repository that is no longer used. A cache in use is removed by the next cleanup. */
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
