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
 * Fetches into the cache, in ten minutes and within its bound of bytes: git has none of its own, so the pack is measured on the
 * disk while it arrives. The lock of fetches must be held.
 *
 * @param run.args what comes behind the options that every fetch has
 * @throws GitError `repository_too_large`
 */
export async function fetchWithin(
  cache: RepositoryCache,
  run: Pick<GitRun, "args" | "config" | "stdin">,
): Promise<void> {
  const { gitDir, bounds, signal } = cache;
  const full = new AbortController();
  const look = async () => {
    if ((await measureArriving(gitDir)) > bounds.maxBytes) full.abort(tooMuchToFetch(bounds));
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
    for (const file of await listArriving(gitDir)) await rm(file, { force: true });
    throw error;
  } finally {
    clearInterval(timer);
  }
}

async function listArriving(gitDir: string): Promise<string[]> {
  const folder = join(gitDir, "objects/pack");
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((name) => name.startsWith("tmp_")).map((name) => join(folder, name));
}

async function measureArriving(gitDir: string): Promise<number> {
  const sizes = (await listArriving(gitDir)).map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
