import { GitError } from "../error.ts";
import type { RepositoryAccess } from "../host.ts";
import { againAfterOutage } from "./again.ts";
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
  return againAfterOutage(async () => {
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
