import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { holdsResult } from "./loop/holds-result.ts";
import { runLoop } from "./loop/run-loop.ts";
import type { AgentJobInput, AgentOutcome, AgentPorts } from "./ports.ts";
import { settleInstructions } from "./prompt/settle-instructions.ts";
import { publishRound } from "./publish/publish-round.ts";
import { countRepairs, readJournal } from "./read-journal.ts";
import { openRound } from "./round/open-round.ts";
import { replayEdits } from "./round/replay-edits.ts";
import { toFailedOutcome } from "./round/to-failed-outcome.ts";
import type { ToolContext } from "./tools/tool.ts";
import { createJobPages } from "./workspace/job-pages.ts";

/**
 * Runs an agent job to the end of its round: from the waiting messages to a pushed branch with a pull request.
 *
 * Begins where the journal ends: in the middle of an answer's tool calls, before the push, or anew. Emits events and journal
 * entries through `ports.record`, and knows no database.
 *
 * @returns how the round ended; failures that people can act on are outcomes, too
 * @throws what is nobody's decision: a lost database, an abort, a bug. The job can be run again from its journal
 */
export async function runJob(job: AgentJobInput, ports: AgentPorts): Promise<AgentOutcome> {
  const state = readJournal(job.journal);
  const isResting = state.round === null && (await ports.waitingMessages()).length === 0;
  if (isResting && state.lastResult) return { status: "completed", ...state.lastResult };
  try {
    using cache = await openRepositoryCache({
      dataDir: ports.dataDir,
      repository: job.source.repository,
      access: () => ports.host.access(job.source),
      signal: ports.signal,
      bounds: ports.repositoryBounds,
    });
    const opened = await openRound({ job, state, cache, ports });
    await using workspace = opened.workspace;
    const tools: ToolContext = {
      pages: createJobPages(workspace),
      pageCpuSeconds: ports.pageCpuSeconds,
      repairs: () => countRepairs(state),
      isKnown: (name, output) => holdsResult(state.messages, name, output),
    };
    await replayEdits(opened.finishedCalls, tools);
    await settleInstructions(state, workspace, ports);
    const finish = await runLoop(state, tools, ports);
    const result = await publishRound({ job, state, finish, cache, workspace, round: opened.round }, ports);
    return { status: "completed", ...result };
  } catch (error) {
    ports.signal.throwIfAborted();
    const outcome = toFailedOutcome(error);
    if (outcome === null) throw error;
    return outcome;
  }
}
