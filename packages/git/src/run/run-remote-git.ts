import { setTimeout as sleep } from "node:timers/promises";
import { GitError } from "../error.ts";
import type { RepositoryAccess } from "../host.ts";
import { type GitOutput, type GitRun, runGit } from "./run-git.ts";

/**
 * Runs git against the repository at the other end. Where that is reached over the network, an outage is waited out, and
 * credentials that are refused are replaced once: they may have ended, or been revoked, before their time.
 *
 * All that git does there may be done twice: reading changes nothing, and a push names what it expects to find.
 */
export async function runRemoteGit(
  access: () => Promise<RepositoryAccess>,
  run: Omit<GitRun, "remote">,
): Promise<GitOutput> {
  const remote = await access();
  if (remote.url.startsWith("file:")) return runGit({ ...run, remote });
  let hasRenewed = false;
  return retryAfterOutage(async () => {
    const current = await access();
    try {
      return await runGit({ ...run, remote: current });
    } catch (error) {
      if (!isRefused(error) || hasRenewed || !current.refused) throw error;
      hasRenewed = true;
      current.refused();
      return await runGit({ ...run, remote: await access() });
    }
  }, run.signal);
}

/** A repository that may not be seen is one that is not there. */
const isRefused = (error: unknown) =>
  error instanceof GitError && (error.code === "access_denied" || error.code === "repository_not_found");

const TRIES = 4;
const FIRST_WAIT_MS = 300;

/**
 * Does work again that an outage at the other end has stopped, each time after a longer while. Only for what may be done twice.
 *
 * @throws what the last try ended with
 */
async function retryAfterOutage<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GitError) || error.code !== "unavailable" || tries === TRIES) throw error;
      await sleep(FIRST_WAIT_MS * 2 ** (tries - 1) * (0.75 + Math.random() / 2), undefined, { signal });
    }
  }
}
