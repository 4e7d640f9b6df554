import { readHeads } from "@docsteward/git/cache/fetch-job";
import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import type { CommitSha } from "@docsteward/git/host";
import { restoreBranch } from "@docsteward/git/push/restore-branch";
import type { AgentPorts } from "../ports.ts";
import type { Publication } from "./publication.ts";

/**
 * Runs a step of a publication; when it fails because the job was cancelled, takes the push back, so that no half-made branch
 * is left.
 *
 * Not for a job that was taken over or handed back: its next worker goes on from the push.
 *
 * @param pushed the commit that is on the branch, or may be
 */
export async function undoingPush<T>(
  publication: Publication,
  pushed: CommitSha,
  ports: AgentPorts,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (await ports.isCancelled()) await undoPush(publication, pushed, ports);
    throw error;
  }
}

async function undoPush({ job, round }: Publication, pushed: CommitSha, ports: AgentPorts): Promise<void> {
  // The round's own cache carries the signal that has just been aborted.
  using cache = await openRepositoryCache({
    dataDir: ports.dataDir,
    repository: job.source.repository,
    access: () => ports.host.access(job.source),
  });
  const head = (await readHeads(cache, [round.branch])).get(round.branch);
  if (head === pushed) await restoreBranch(cache, { branch: round.branch, pushed, before: round.branchSha });
}
