import { readHeads } from "@docsteward/git/cache/job-refs";
import { openRepositoryCache, type RepositoryCache } from "@docsteward/git/cache/repository-cache";
import type { GitHost, Source } from "@docsteward/git/host";
import { restoreBranch } from "@docsteward/git/push/push-branch";
import { type RoundProgress, replayJournal } from "../journal-state.ts";
import type { AgentJobInput, AgentPorts } from "../ports.ts";

/**
 * Reverts the push of a round that was ended from outside, so that no unfinished branch is left: resets the branch to its head
 * before the push, or removes it, unless another commit was pushed since. Any worker may do this, repeatedly.
 */
export async function revertPush(input: {
  source: Source;
  round: RoundProgress;
  cache: RepositoryCache;
  host: GitHost;
}): Promise<void> {
  const { source, round, cache, host } = input;
  const { undone: push, at } = round;
  if (push === null) return;
  const head = (await readHeads(cache, [at.branch])).get(at.branch);
  if (head === push.commit) {
    await restoreBranch(cache, { branch: at.branch, pushed: push.commit, before: push.before });
  }
  if (at.pullRequestNumber === null || push.before === null) return;
  const pullRequest = await host.getPullRequest(source, at.pullRequestNumber);
  if (pullRequest?.state !== "open" || pullRequest.headSha !== push.commit) return;
  await host.updatePullRequest(source, at.pullRequestNumber, { headSha: push.before });
}

/** Takes back what a job that was ended from outside may have left on its branch. Does nothing when there is nothing. */
export async function revertJobPush(
  { source, journal }: Pick<AgentJobInput, "source" | "journal">,
  { host, dataDir, signal }: Pick<AgentPorts, "host" | "dataDir" | "signal">,
): Promise<void> {
  const { round } = replayJournal(journal);
  if (!round?.undone) return;
  using cache = await openRepositoryCache({
    dataDir,
    repository: source.repository,
    access: () => host.access(source),
    signal,
  });
  await revertPush({ source, round, cache, host });
}
