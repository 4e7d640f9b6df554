import { GitError } from "../error.ts";
import type { RepositoryCache } from "./repository-cache.ts";

/**
 * Runs the first steps of a job in the cache. Where git fails at them for a reason of its own, the cache is what is wrong: it was
 * left half way by a process that was killed, or by a full disk. It is reported, and the job's next attempt gets a new one.
 */
export async function reportBroken<T>(cache: RepositoryCache, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof GitError && error.code === "git_failed") await cache.reportBroken();
    throw error;
  }
}
