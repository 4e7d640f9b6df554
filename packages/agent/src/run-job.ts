import { isDeepStrictEqual } from "node:util";
import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { GitError, MISCONFIGURED } from "@docsteward/git/error";
import { openJobCommit } from "@docsteward/git/files/job-commits";
import { BoundedError } from "@docsteward/platform/bounded/bounded-error";
import type { JSONValue, ModelMessage } from "ai";
import type { JournalEntry } from "./journal.ts";
import {
  applyEntry,
  countRejectedFinishes,
  type FinishedCall,
  type JournalState,
  replayJournal,
} from "./journal-state.ts";
import { runLoop } from "./loop/run-loop.ts";
import { type AgentJobInput, type AgentOutcome, type AgentPorts, JobFailure, type SourcePort } from "./ports.ts";
import { buildSystemPrompt } from "./prompt/system-prompt.ts";
import { publishRound } from "./publish/publish-round.ts";
import type { FinishedRound } from "./publish/push-round.ts";
import { startRound } from "./start-round.ts";
import type { ToolContext } from "./tools/tool.ts";
import { ToolRefusal } from "./tools/tool-refusal.ts";
import { findTool } from "./tools/tools.ts";
import { createJobPages } from "./workspace/job-pages.ts";
import { createJobSources, type JobSources, ownCode, withoutHidden } from "./workspace/job-sources.ts";

/**
 * Runs an agent job to the end of its round: from the waiting messages to a pushed branch with a pull request.
 *
 * Begins where the journal ends: in the middle of an answer's tool calls, before the push, or with a new round. Emits events and journal
 * entries through `ports.record`, and knows no database.
 *
 * @returns how the round ended; failures that people can act on are outcomes, too
 * @throws what no user can act on: a lost database, an abort, a bug. The job can be run again from its journal
 */
export async function runJob(job: AgentJobInput, ports: AgentPorts): Promise<AgentOutcome> {
  const state = replayJournal(job.journal);
  const { lastResult } = state;
  if (lastResult && state.round === null && (await ports.waitingMessages()).length === 0)
    return { status: "completed", ...lastResult };
  try {
    using cache = await openRepositoryCache({
      dataDir: ports.dataDir,
      repository: job.source.repository,
      access: () => ports.host.access(job.source),
      signal: ports.signal,
      bounds: ports.repositoryBounds,
    });
    const opened = await startRound({ job, state, cache, ports });
    await using workspace = opened.workspace;
    const beside = { ...ports, sources: await sourcesOf(job, opened, ports) };
    const sources = openSources(job, state, beside);
    await using _sources = { [Symbol.asyncDispose]: sources.close };
    const tools: ToolContext = {
      pages: createJobPages(workspace, opened.round.known, sources),
      pageCpuSeconds: ports.pageCpuSeconds,
      prompts: () => state.prompts,
      repairs: () => countRejectedFinishes(state),
      isKnown: (name, output) => hasToolResult(state.messages, name, output),
    };
    await replayEdits(opened.finishedCalls, tools);
    await writeInstructions({ job, state, cache, workspace, round: opened.round }, beside);
    const finish = await runLoop(state, tools, ports);
    const named = { ...job, title: opened.title };
    const ended = { job: named, state, finish, cache, workspace, round: opened.round, sources };
    const result = await publishRound(ended, ports);
    return { status: "completed", ...result };
  } catch (error) {
    ports.signal.throwIfAborted();
    const outcome = toFailedOutcome(error);
    if (outcome === null) throw error;
    return outcome;
  }
}

/** The project's sources, and the code of the job's own repository. */
async function sourcesOf(
  job: AgentJobInput,
  { workspace, round }: Pick<FinishedRound, "workspace" | "round">,
  { sources, host }: AgentPorts,
): Promise<SourcePort[]> {
  const { repository } = job.source;
  const own = ownCode({
    sources,
    files: await workspace.start.assets(),
    source: { repository, commit: round.baseSha, access: () => host.access(job.source) },
  });
  return withoutHidden(own === null ? sources : [...sources, own], await workspace.paths());
}

function openSources(job: AgentJobInput, state: JournalState, ports: AgentPorts): JobSources {
  const { sources, dataDir, repositoryBounds: bounds, signal, record } = ports;
  return createJobSources({
    ...{ sources, jobId: job.id, dataDir, bounds, signal },
    commits: new Map(state.round?.sources),
    async onRead(read) {
      const entry: JournalEntry = { kind: "source", data: read };
      const { name, ref } = read;
      const [commit, error] = "commit" in read ? [read.commit, null] : [null, read.error];
      await record({ entries: [entry], events: [{ type: "source.read", data: { name, ref, commit, error } }] });
      applyEntry(state, entry);
      await sources.find((source) => source.name === name)?.note(read);
    },
  });
}

/** The system prompt, with the instructions of the base: a branch that the job continues may have others. */
async function writeInstructions(
  { job, state, cache, workspace, round }: Omit<FinishedRound, "finish" | "sources">,
  ports: AgentPorts,
): Promise<void> {
  if (state.instructions !== null || round.baseSha === round.startSha) {
    await buildSystemPrompt(state, workspace, ports);
    return;
  }
  const { docsPath } = job.source;
  using base = await openJobCommit(cache, { jobId: job.id, commit: round.baseSha, docsPath });
  await buildSystemPrompt(state, workspace, ports, base);
}

/** Whether the conversation holds this very result of a tool already, or a text within one: what was cut to a stub does not count. */
function hasToolResult(messages: readonly ModelMessage[], name: string, output: JSONValue): boolean {
  return messages.some(
    (message) =>
      message.role === "tool" &&
      message.content.some(
        (part) =>
          part.type === "tool-result" &&
          part.toolName === name &&
          ((part.output.type === "json" && isDeepStrictEqual(part.output.value, output)) ||
            (part.output.type === "text" && typeof output === "string" && part.output.value.includes(output))),
      ),
  );
}

/**
 * Makes the edits of a round again on its first files, from the journal: how a job goes on after its worker was lost.
 *
 * Reads and searches run again too, without their results being used, since a file must have been read before it is edited.
 * Calls that failed changed nothing and are left out.
 */
export async function replayEdits(calls: readonly FinishedCall[], context: ToolContext): Promise<void> {
  for (const { call, entry } of calls) {
    const tool = findTool(call.toolName);
    if (!tool || entry.isError || !(tool.mutates || tool.marksRead)) continue;
    if (!tool.mutates && isInSources(call.input, context)) continue;
    try {
      const input = tool.input.parse(call.input);
      await (tool.replay?.(input, entry.output, context) ?? tool.run(input, context));
    } catch (error) {
      if (!(error instanceof ToolRefusal)) throw error;
      if (!tool.mutates) continue;
      throw new JobFailure("push_refused", `An earlier edit of this job is no longer allowed: ${error.message}`, {
        cause: error,
      });
    }
  }
}

/** Whether a call reads sources alone. Nothing of them is edited, so they need not be read again. */
function isInSources(input: unknown, { pages }: ToolContext): boolean {
  const { path } = (input ?? {}) as { path?: unknown };
  const paths = [path].flat();
  return paths.every((one) => typeof one === "string" && pages.sources.find(one) !== null);
}

/**
 * Turns an error into the job's end where it is one: a limit, a refusal, a repository that is not as it should be.
 *
 * @returns null for anything else (a lost database, a bug, an abort): the worker hands the job back and it is tried again
 */
function toFailedOutcome(error: unknown): AgentOutcome | null {
  if (error instanceof JobFailure) return { status: "failed", code: error.code, reason: error.message };
  if (error instanceof BoundedError && error.reason !== "busy") {
    return { status: "failed", code: "limit_reached", reason: error.message };
  }
  if (!(error instanceof GitError)) return null;
  if (MISCONFIGURED.has(error.code)) return { status: "failed", code: "git_misconfigured", reason: error.message };
  switch (error.code) {
    case "push_refused":
    case "branch_moved":
    case "path_refused":
      return { status: "failed", code: "push_refused", reason: error.message };
    case "limit_reached":
      return { status: "failed", code: "limit_reached", reason: error.message };
    default:
      return null;
  }
}
