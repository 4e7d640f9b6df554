import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { JobMessage, JournalEntry } from "@docsteward/agent/journal";
import type { AgentLimits, JobModel, SourcePort } from "@docsteward/agent/ports";
import { runJob } from "@docsteward/agent/run-job";
import { GitError } from "@docsteward/git/error";
import { localAccess } from "@docsteward/git/local/access";
import { type LocalRepository, openLocalRepository } from "@docsteward/git/local/local-repository";
import type { PullRequestStore, StoredPullRequest } from "@docsteward/git/local/store";
import { createLocalHost } from "@docsteward/git/local/stored-host";
import { DEFAULT_BOUNDS } from "@docsteward/git/rules/repository-bounds";
import { runGit } from "@docsteward/git/run/run-git";
import { systemClock } from "@docsteward/platform/clock";
import { newId } from "@docsteward/platform/id";
import { addUsage, NO_USAGE, toUsd } from "@docsteward/platform/money";
import { type SourceOption, UsageError } from "../options.ts";
import type { BenchTask } from "./mine-tasks.ts";

/** What the agent made of a task, beside what the person did. */
export type AgentScore = {
  status: "completed" | "failed";
  /** Why the agent failed, or what it answered. */
  message: string;
  changed: string[];
  /** Of the pages that the agent changed, the share that the person changed, and the other way round. */
  precision: number;
  recall: number;
  /** New errors and warnings of the checks: links, anchors, navigation, images, syntax. Null when nothing was pushed. */
  newErrors: number | null;
  newWarnings: number | null;
  bytes: number;
  humanBytes: number;
  modelCalls: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  costUsd: number | null;
  minutes: number;
};

export type TaskRun = { score: AgentScore; agentDiff: string; humanDiff: string };

/** Where tasks run: a copy of the repository, whose branches the agent pushes, and a folder for caches. */
export type BenchPlace = {
  gitDir: string;
  url: string;
  dataDir: string;
  docsPath: string;
  sources: readonly BenchSource[];
};

type RunInput = {
  place: BenchPlace;
  task: BenchTask;
  use: JobModel & { fallback: JobModel | null };
  limits: AgentLimits;
  cpuSeconds: number;
};

/** Runs the whole agent on a task at the commit before the person's change, without the service and its database. */
export async function runTask({ place, task, use, limits, cpuSeconds }: RunInput): Promise<TaskRun> {
  const startedMs = performance.now();
  const { gitDir, url, dataDir, docsPath } = place;
  const base = `bench/${task.commit.slice(0, 16)}`;
  await runGit({ gitDir, args: ["update-ref", "--end-of-options", `refs/heads/${base}`, task.parent] });
  const store = createMemoryStore();
  const journal: JournalEntry[] = [];
  let usage = NO_USAGE;
  let checks: { errors: number; warnings: number } | null = null;
  let waiting: JobMessage[] = [{ id: newId("msg"), seq: 1, role: "user", content: task.prompt }];
  const id = newId("job");
  const outcome = await runJob(
    {
      id,
      source: { repository: url, ref: base, docsPath },
      branch: null,
      title: null,
      asDraft: false,
      pullRequestNumber: null,
      reviewer: null,
      url: `https://docsteward.invalid/jobs/${id}`,
      journal: [],
    },
    {
      ...use,
      host: createLocalHost({ store, urlOf: (number) => `https://docsteward.invalid/pulls/${number}` }),
      sources: await sourcesAt(place.sources, { gitDir, commit: task.parent }),
      dataDir,
      repositoryBounds: DEFAULT_BOUNDS,
      clock: systemClock,
      limits,
      pageCpuSeconds: cpuSeconds,
      budget: async () => null,
      findEqualPullRequest: async () => null,
      signal: new AbortController().signal,
      async record({ entries = [], events = [], patch }) {
        journal.push(...entries);
        if (patch?.usage) usage = addUsage(usage, patch.usage);
        if (patch?.takenMessageSeq !== undefined) waiting = [];
        for (const event of events) if (event.type === "checks.finished") checks = event.data;
      },
      waitingMessages: async () => waiting,
    },
  );
  const pull = await store.find(1);
  const diff = (to: string) => diffOf(gitDir, task.parent, to);
  const [agent, human] = [pull ? await diff(pull.headSha) : NO_DIFF, await diff(task.commit)];
  const found = checks as { errors: number; warnings: number } | null;
  const wanted = new Set([...task.changed, ...task.added]);
  const hits = agent.paths.filter((path) => wanted.has(path)).length;
  const score: AgentScore = {
    status: outcome.status,
    message: outcome.status === "completed" ? outcome.messageToUser : outcome.reason,
    changed: agent.paths,
    precision: agent.paths.length === 0 ? 0 : hits / agent.paths.length,
    recall: hits / wanted.size,
    newErrors: pull ? (found?.errors ?? 0) : null,
    newWarnings: pull ? (found?.warnings ?? 0) : null,
    bytes: agent.bytes,
    humanBytes: human.bytes,
    modelCalls: usage.modelCalls,
    inputTokens: usage.inputTokens,
    cachedInputTokens: usage.cachedInputTokens,
    outputTokens: usage.outputTokens,
    costUsd: use.price === null && usage.costMicroUsd === 0 ? null : toUsd(usage.costMicroUsd),
    minutes: (performance.now() - startedMs) / 60_000,
  };
  return { score, agentDiff: agent.text, humanDiff: human.text };
}

type Diff = { paths: string[]; bytes: number; text: string };
const NO_DIFF: Diff = { paths: [], bytes: 0, text: "" };
const MAX_DIFF_BYTES = 16 * 1024 * 1024;

/** The changed files between two commits, and how many bytes of lines went away and came. */
async function diffOf(gitDir: string, from: string, to: string): Promise<Diff> {
  const shared = ["--no-renames", "--no-ext-diff", "--no-textconv", "--no-color"];
  const run = async (...args: string[]) => {
    const options = { gitDir, maxBytes: MAX_DIFF_BYTES, overflow: "cut" } as const;
    return (
      await runGit({ ...options, args: ["diff-tree", "-r", ...shared, ...args, "--end-of-options", from, to] })
    ).stdout.toString("utf8");
  };
  const paths = (await run("--name-only", "-z")).split("\0").filter(Boolean);
  const text = await run("--patch", "-U0");
  const lines = text.split("\n").filter((line) => /^[+-](?![+-]{2} )/.test(line));
  return { paths, text, bytes: lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0) };
}

/** Pull requests of one task, which no other process sees. */
function createMemoryStore(): PullRequestStore {
  const rows: StoredPullRequest[] = [];
  const require = (number: number) => {
    const row = rows[number - 1];
    if (row === undefined) throw new Error(`Pull request ${number} was never opened.`);
    return row;
  };
  return {
    find: async (number) => rows[number - 1] ?? null,
    findOpen: async (branch) => rows.find((row) => row.branch === branch && row.state === "open") ?? null,
    async create({ jobId: _, ...request }) {
      const row: StoredPullRequest = { ...request, number: rows.length + 1, state: "open" };
      rows.push(row);
      return row;
    },
    update: async (number, change) => Object.assign(require(number), change),
  };
}

/** A repository that the agent may read in each task of a bench. */
type BenchSource = { name: string; url: string; ref: string; repository: LocalRepository };

/** @throws UsageError when there is no repository, or the option names a change */
export async function openBenchSource({ name, folder, ref, base }: SourceOption): Promise<BenchSource> {
  if (base !== null) throw new UsageError(`Give the source ${name} one ref, not a change.`);
  const url = pathToFileURL(resolve(folder)).href;
  try {
    return { name, url, ref, repository: await openLocalRepository(url) };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new UsageError(`${folder} is not the folder of a git repository. Use --source ${name}= with its top folder.`);
  }
}

/** The sources as they were when a commit was made, so that the agent can't read what came later. One that is younger is left out. */
async function sourcesAt(
  sources: readonly BenchSource[],
  { gitDir, commit }: { gitDir: string; commit: string },
): Promise<SourcePort[]> {
  if (sources.length === 0) return [];
  const time = (await runGit({ gitDir, args: ["log", "-1", "--format=%ct", commit, "--"] })).stdout.toString().trim();
  const found = sources.map(async ({ name, url, ref, repository }) => {
    const args = ["rev-list", "-1", `--before=${time}`, ref, "--"];
    const sha = (await repository.git({ args })).stdout.toString("latin1").trim();
    const access = () => localAccess(url);
    return sha === "" ? [] : [{ name, repository: url, ref: sha, access, note: async () => undefined }];
  });
  return (await Promise.all(found)).flat();
}
