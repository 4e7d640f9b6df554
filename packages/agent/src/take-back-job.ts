import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import type { AgentJobInput, AgentPorts } from "./ports.ts";
import { takeBackPush } from "./publish/take-back-push.ts";
import { readJournal } from "./read-journal.ts";

/** Takes back what a job that was ended from outside may have left on its branch. Does nothing when there is nothing. */
export async function takeBackJob(
  { source, journal }: Pick<AgentJobInput, "source" | "journal">,
  { host, dataDir, signal }: Pick<AgentPorts, "host" | "dataDir" | "signal">,
): Promise<void> {
  const { round } = readJournal(journal);
  if (!round?.undone) return;
  using cache = await openRepositoryCache({
    dataDir,
    repository: source.repository,
    access: () => host.access(source),
    signal,
  });
  await takeBackPush({ source, round, cache, host });
}
