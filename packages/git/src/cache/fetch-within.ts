import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { tooMuchToFetch } from "../rules/repository-bounds.ts";
import type { GitRun } from "../run/run-git.ts";
import type { RepositoryCache } from "./repository-cache.ts";

const FETCH = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-auto-maintenance",
  "--recurse-submodules=no",
];
const TIMEOUT_MS = 600_000;
const LOOK_MS = 200;

/**
 * Fetches into the cache, in ten minutes and within its bound of bytes: git has none of its own, so packs are measured on the
 * disk, while they arrive and once more at the end. The lock of fetches must be held.
 *
 * @param run.args what comes behind the options that every fetch has
 * @throws GitError `repository_too_large`; a cache that holds too much then is given up
 */
export async function fetchWithin(
  cache: RepositoryCache,
  run: Pick<GitRun, "args" | "config" | "stdin">,
): Promise<void> {
  const { gitDir, bounds, signal } = cache;
  const folder = join(gitDir, "objects/pack");
  const before = new Set(await readdir(folder).catch((): string[] => []));
  const full = new AbortController();
  const look = async () => {
    if ((await measureNew(folder, before)) > bounds.maxBytes) full.abort(tooMuchToFetch(bounds));
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await cache.remoteGit({
      ...run,
      args: [...FETCH, ...run.args],
      timeoutMs: TIMEOUT_MS,
      signal: signal ? AbortSignal.any([signal, full.signal]) : full.signal,
    });
  } catch (error) {
    // git leaves behind what it has not finished.
    for (const name of await listNew(folder, before)) {
      if (name.startsWith("tmp_")) await rm(join(folder, name), { force: true });
    }
    await giveUpFull(cache, { folder, before });
    throw error;
  } finally {
    clearInterval(timer);
  }
  if (await giveUpFull(cache, { folder, before })) throw tooMuchToFetch(bounds);
}

/** A pack may have been finished before git was stopped: what it brought would count as fetched from then on. */
async function giveUpFull(
  { bounds, reportBroken }: RepositoryCache,
  { folder, before }: { folder: string; before: ReadonlySet<string> },
): Promise<boolean> {
  const isFull = (await measureNew(folder, before)) > bounds.maxBytes;
  if (isFull) await reportBroken();
  return isFull;
}

async function listNew(folder: string, before: ReadonlySet<string>): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => !before.has(name));
}

async function measureNew(folder: string, before: ReadonlySet<string>): Promise<number> {
  const sizes = (await listNew(folder, before)).map((name) =>
    stat(join(folder, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
