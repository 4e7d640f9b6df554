import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { GitError } from "../error.ts";
import type { CommitSha, RepositoryAccess } from "../host.ts";
import { readLocalHeads } from "../local/read-heads.ts";
import { DEFAULT_BOUNDS, type RepositoryBounds } from "../rules/repository-bounds.ts";
import { type FileLock, waitForLock } from "../run/file-lock.ts";
import { type GitOutput, type GitRun, runGit } from "../run/run-git.ts";
import { runRemoteGit } from "../run/run-remote-git.ts";

type CacheOptions = {
  /** The service's data folder; caches are in `repositories/` below it. */
  dataDir: string;
  repository: string;
  /** Asked before every call to the other end. */
  access: () => Promise<RepositoryAccess>;
  signal?: AbortSignal;
  bounds?: RepositoryBounds;
};

type CacheRun = Omit<GitRun, "gitDir" | "remote">;

/**
 * The server's own copy of a repository: bare, one commit deep, without blobs until they are asked for. Jobs on the same
 * repository share it, from any number of processes, and each keeps its refs and its index apart.
 */
export type RepositoryCache = {
  readonly gitDir: string;
  readonly dataDir: string;
  readonly signal?: AbortSignal;
  readonly bounds: RepositoryBounds;
  /** Runs git in the cache, with no way to the network. */
  git(run: CacheRun): Promise<GitOutput>;
  /** Runs git in the cache with the repository as `origin`. */
  remoteGit(run: CacheRun): Promise<GitOutput>;
  /** Where branches of a repository on this machine are; null where git must be asked. See {@link readLocalHeads}. */
  readLocalHeads(branches: readonly string[]): Promise<Map<string, CommitSha> | null>;
  /** Takes turns with other fetches: they share git's list of shallow commits. */
  lockFetch(): Promise<FileLock>;
  /** Reports that the cache lacks an object it should hold. The next caller that opens it gets a new cache. */
  reportBroken(): Promise<void>;
  /** Lets clean-up work on the cache again. */
  close(): void;
  [Symbol.dispose](): void;
};

/**
 * Opens the cache of a repository, making it when there is none, and keeps it from being cleaned up until it is closed.
 *
 * Nothing is fetched yet.
 */
export async function openRepositoryCache(options: CacheOptions): Promise<RepositoryCache> {
  const folder = cacheFolder(options.dataDir);
  await mkdir(folder, { recursive: true });
  for (;;) {
    const name = await findOrMakeCache(folder, cacheKey(options.repository));
    const hold = await waitForLock(join(folder, `${name}.lock`), "shared", { signal: options.signal });
    // Clean-up may have taken a broken one away, or another job may have reported it, while this one waited.
    if (await isUsable(join(folder, `${name}.git`))) return describeCache(options, join(folder, name), hold);
    hold.release();
  }
}

function describeCache(options: CacheOptions, base: string, hold: FileLock): RepositoryCache {
  const { signal, dataDir, bounds = DEFAULT_BOUNDS } = options;
  const gitDir = `${base}.git`;
  return {
    gitDir,
    dataDir,
    signal,
    bounds,
    git: (run) => runGit({ signal, ...run, gitDir }),
    remoteGit: (run) => runRemoteGit(options.access, { signal, ...run, gitDir }),
    readLocalHeads: async (branches) =>
      options.repository.startsWith("file:") ? readLocalHeads(options.repository, branches) : null,
    lockFetch: () => waitForLock(`${base}.fetch.lock`, "exclusive", { signal }),
    reportBroken: () => retireCache(gitDir),
    close: hold.release,
    [Symbol.dispose]: hold.release,
  };
}

/** A file with this name in a cache says that it must not be used again. */
const RETIRED = "docsteward-retired";

/** Keeps new jobs out of a cache; jobs that have it open continue. */
export async function retireCache(gitDir: string): Promise<void> {
  await writeFile(join(gitDir, RETIRED), "").catch(ignoreMissing);
}

/** Where the caches of a data folder are. */
export function cacheFolder(dataDir: string): string {
  return join(dataDir, "repositories");
}

/** How the names of the caches of a repository begin. */
export const cacheKey = (repository: string) => createHash("sha256").update(repository).digest("hex").slice(0, 32);

/** Whether a cache exists and takes new jobs. */
export async function isUsable(gitDir: string): Promise<boolean> {
  const entries = await readdir(gitDir).catch((): string[] => []);
  return entries.includes("HEAD") && !entries.includes(RETIRED);
}

/**
 * A broken cache is not repaired in place, since jobs may still read it: the next generation is made beside it.
 *
 * @returns the name without `.git`: `<key>-<generation>`
 */
async function findOrMakeCache(folder: string, key: string): Promise<string> {
  const generations = (await readdir(folder))
    .filter((entry) => entry.startsWith(`${key}-`) && entry.endsWith(".git"))
    .map((entry) => Number(entry.slice(key.length + 1, -".git".length)))
    .sort((a, b) => a - b);
  const newest = generations.at(-1);
  if (newest !== undefined && (await isUsable(join(folder, `${key}-${newest}.git`)))) return `${key}-${newest}`;
  const name = `${key}-${(newest ?? 0) + 1}`;
  await makeCache(join(folder, `${name}.git`));
  return name;
}

/** Makes an empty bare repository atomically: under another name first, so that no process sees an incomplete one. */
async function makeCache(gitDir: string): Promise<void> {
  const draft = `${gitDir}.${randomBytes(6).toString("hex")}.new`;
  try {
    await runGit({ args: ["init", "--quiet", "--bare", "--template=", "--initial-branch=none", draft] });
    await rename(draft, gitDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process made it in the meantime.
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOTEMPTY" && code !== "EEXIST") throw error;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

/** Opens the server's own copy of a repository for what it holds already: nothing is fetched. Close it afterwards. */
export function openCachedRepository(
  options: Pick<CacheOptions, "dataDir" | "repository" | "bounds">,
): Promise<RepositoryCache> {
  const access = () =>
    Promise.reject(new GitError("git_failed", "The server's copy was opened without its repository."));
  return openRepositoryCache({ ...options, access });
}

/** Whether all of these commits are in a repository. */
export async function holdsCommits({ git }: Pick<RepositoryCache, "git">, shas: readonly string[]): Promise<boolean> {
  const stdin = shas.map((sha) => `${sha}\n`).join("");
  const { stdout } = await git({ args: ["cat-file", "--batch-check"], stdin, env: { GIT_NO_LAZY_FETCH: "1" } });
  const lines = stdout.toString("latin1").split("\n").filter(Boolean);
  return lines.length === shas.length && lines.every((line) => / commit \d+$/.test(line));
}

/**
 * Runs the first steps of a job in the cache. Where git fails at them for a reason of its own, the cache is what is wrong: it was
 * left half way by a process that was killed, or by a full disk. It is reported, and the job's next attempt gets a new one.
 */
export async function withCorruptionReport<T>(cache: RepositoryCache, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitError && error.code === "git_failed") await cache.reportBroken();
    throw error;
  }
}
