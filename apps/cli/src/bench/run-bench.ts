import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JobModel } from "@docsteward/agent/ports";
import { openRepositoryCache } from "@docsteward/git/cache/repository-cache";
import { localAccess } from "@docsteward/git/local/access";
import { runGit } from "@docsteward/git/run/run-git";
import { createFallbackModel, createModels, createNamedModel } from "@docsteward/models/create-models";
import type { Model } from "@docsteward/models/model";
import { trimSlashes } from "@docsteward/platform/cut-text";
import { type Env, effortOf, parseModelName } from "@docsteward/platform/env";
import { priceOf, toMicroUsd } from "@docsteward/platform/money";
import { type FoundRepository, findRepository } from "../check/find-repository.ts";
import { findCommit } from "../check/readers.ts";
import { type SourceOption, UsageError } from "../options.ts";
import { localize } from "./localize.ts";
import { type BenchTask, mineTasks, readIssues } from "./mine-tasks.ts";
import { appendResult, type BenchResult, judge, readResults } from "./results.ts";
import { type BenchPlace, openBenchSource, runTask } from "./run-task.ts";

export type BenchRequest = {
  target: string;
  ref: string;
  docsPath: string;
  tasks: number;
  issues?: string;
  source: SourceOption[];
  model?: string;
  judge?: string;
  jobs: number;
  results: string;
  env: Env;
  /** Called after each task. */
  onResult(result: BenchResult, done: number, all: number): void;
};

export type BenchOutcome = { model: string; results: BenchResult[] };

/**
 * Gives the agent what people were asked to do in a repository's own history, and scores it beside what they did. Tasks that the
 * results file has already are not run again. Nothing is written to the repository.
 *
 * @throws UsageError when there is no such repository or commit, or no commit makes a task
 */
export async function runBench(request: BenchRequest): Promise<BenchOutcome> {
  const repository = await findRepository(request.target);
  if (repository === null) throw new UsageError(`${request.target} isn't a git repository.`);
  const docsPath = trimSlashes(request.docsPath);
  const ref = await findCommit(repository, request.ref);
  const issues = request.issues === undefined ? new Map<number, string>() : await readIssues(request.issues);
  const tasks = await mineTasks({ repository, ref, docsPath, count: request.tasks, issues });
  if (tasks.length === 0) {
    throw new UsageError("No commit changed one to five pages and nothing else. Try another --ref or --docs-path.");
  }
  const model = chooseModel(request.env, request.model);
  const judging = request.judge === undefined ? null : chooseModel(request.env, request.judge);
  const known = await readResults(request.results, model.name);
  const open = tasks.filter(({ commit }) => !known.has(commit));
  const sources = await Promise.all(request.source.map(openBenchSource));
  await using place = await openPlace(repository, { docsPath, sources });
  const run =
    model.provider === "offline" ? await toLocalizer(request, place) : toRunner(request, place, model, judging);
  let done = tasks.length - open.length;
  await inParallel(open, request.jobs, async (task) => {
    const result: BenchResult = { ...describe(task, model), ...(await run(task)) };
    await appendResult(request.results, result);
    known.set(task.commit, result);
    done += 1;
    request.onResult(result, done, tasks.length);
  });
  return { model: model.name, results: tasks.flatMap(({ commit }) => known.get(commit) ?? []) };
}

const describe = ({ commit, prompt, changed, added }: BenchTask, { name }: Model) => ({
  commit,
  model: name,
  prompt,
  wanted: [...changed, ...added],
});

type Run = (task: BenchTask) => Promise<Pick<BenchResult, "localization" | "agent" | "verdict">>;

async function toLocalizer({ env }: BenchRequest, place: OpenPlace): Promise<Run> {
  const { dataDir, url, docsPath } = place;
  const cache = place.closing.use(
    await openRepositoryCache({ dataDir, repository: url, access: () => localAccess(url) }),
  );
  return async (task) => {
    const found = await localize({ cache, task, docsPath, cpuSeconds: env.PAGE_CPU_SECONDS });
    return found === null ? {} : { localization: found };
  };
}

function toRunner({ env }: BenchRequest, place: BenchPlace, model: Model, judging: Model | null): Run {
  const toJobModel = (of: Model): JobModel => ({
    model: of,
    price: priceOf(env.MODEL_PRICES, of.name),
    effort: effortOf(env.JOB_EFFORT, of.name),
  });
  const fallback = createFallbackModel(env);
  const use = { ...toJobModel(model), fallback: fallback && toJobModel(fallback) };
  const limits = {
    maxSteps: env.JOB_MAX_STEPS,
    maxTokens: env.JOB_MAX_TOKENS,
    maxMinutes: env.JOB_MAX_MINUTES,
    maxCostMicroUsd: toMicroUsd(env.JOB_MAX_COST_USD),
  };
  return async (task) => {
    const { score, ...diffs } = await runTask({ place, task, use, limits, cpuSeconds: env.PAGE_CPU_SECONDS });
    if (judging === null) return { agent: score };
    return { agent: score, verdict: await judge(judging, { prompt: task.prompt, ...diffs }) };
  };
}

/** A model by a name of the catalog, by an id of the same provider, or by PROVIDER:ID. */
function chooseModel(env: Env, name: string | undefined): Model {
  const catalog = createModels(env);
  return name === undefined || catalog.names.includes(name)
    ? catalog.get(name)
    : createNamedModel(env, parseModelName(name));
}

type OpenPlace = BenchPlace & AsyncDisposable & { closing: AsyncDisposableStack };

/** Copies the repository into a temporary folder, with links to its objects where it can. The agent's branches stay out of it. */
async function openPlace(
  { gitDir }: FoundRepository,
  { docsPath, sources }: Pick<BenchPlace, "docsPath" | "sources">,
): Promise<OpenPlace> {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "docsteward-bench-"));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  const copy = join(folder, "repository.git");
  await runGit({
    args: ["clone", "--quiet", "--bare", "--no-tags", "--", gitDir, copy],
    env: { GIT_ALLOW_PROTOCOL: "file" },
    config: ["safe.directory=*"],
    timeoutMs: 600_000,
  });
  const closing = opening.move();
  return {
    gitDir: copy,
    url: pathToFileURL(copy).href,
    dataDir: join(folder, "data"),
    docsPath,
    sources,
    closing,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** Runs so many at a time. The first failure ends all of it: it would be every task's. */
async function inParallel<T>(items: readonly T[], count: number, run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await run(item).catch((error: unknown) => {
        waiting.length = 0;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: count }, work));
}
