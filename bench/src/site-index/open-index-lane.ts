import { chmod } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerDependencies } from "../../../apps/worker/src/dependencies.ts";
import { workOnIndex } from "../../../apps/worker/src/index/work-on-index.ts";
import { watchMachine } from "../../../apps/worker/src/machine.ts";
import { createWorkerMeter } from "../../../apps/worker/src/worker-report.ts";
import { readBranchHead } from "../../../packages/git/src/local/local-repository.ts";
import { createModels } from "../../../packages/models/src/create-models.ts";
import { parseEnv } from "../../../packages/platform/src/env.ts";
import { createSilentLog } from "../../../packages/platform/src/log.ts";
import { inProject, type ProjectContext } from "../../../packages/services/src/context.ts";
import { openServices } from "../../../packages/services/src/open-services.ts";
import { createProject } from "../../../packages/services/src/project/create.ts";
import { createSiteCache, type OpenedSite } from "../../../packages/services/src/site/cache.ts";
import { requestIndex } from "../../../packages/services/src/site/index-request.ts";
import { getIndexState } from "../../../packages/services/src/site/index-state.ts";
import { openSite } from "../../../packages/services/src/site/read.ts";
import { searchSite } from "../../../packages/services/src/site/search.ts";

const LOOK_MS = 10;
const SETTLE_MS = 100;
const SEARCH_MS = 100;
const SEARCHES = 50;
const QUERY = { query: "how do I restore a quota of a region?", pageSize: 10 };

export type IndexLane = AsyncDisposable & {
  /** A project over a repository, not indexed yet. */
  connect(domain: string, repository: string): Promise<ProjectContext>;
  /**
   * Brings the index up to date as a worker does, and asks a question as a process does that has not heard of it.
   *
   * @returns when the newest commit answered, and when all that belongs to it was there, with searches by keywords meanwhile
   */
  index(ctx: ProjectContext): Promise<{ ms: number; wholeMs: number; meanwhileMs: number[]; site: OpenedSite }>;
  /** How long searches take while nothing else runs. */
  search(ctx: ProjectContext): Promise<number[]>;
  /** How long the first question takes of a running process that does not hold the site, so many times. */
  firstQuestion(ctx: ProjectContext, times: number): Promise<number[]>;
  /** Asks many sites, twice in turns, of a process that may hold only so much of them. @returns what it says to hold, and how it grew */
  holdWithin(contexts: readonly ProjectContext[], maxBytes: number): Promise<{ saidBytes: number; grownBytes: number }>;
};

/**
 * Memory in use, after a garbage collection where Node was started with `--expose-gc`. The bytes of arrays are given back beside the
 * program, a moment later: without the wait, those of sites that left long ago would count.
 */
export async function heapBytes(): Promise<number> {
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.();
    await sleep(SETTLE_MS);
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The code of a worker and of a reader's process in this one, over the embedded PostgreSQL. */
export async function openIndexLane(dataDir: string, variables: Record<string, string>): Promise<IndexLane> {
  // Open to the user that PostgreSQL runs as when this is root.
  await chmod(dataDir, 0o755);
  const settings = parseEnv({ ...variables, DATA_DIR: dataDir });
  const log = createSilentLog();
  const services = await openServices({ env: settings, actor: { kind: "operator" }, log, isWorker: false });
  const machine = watchMachine({ services, log });
  const parts = { services, models: createModels(settings), settings, log, machine, meter: createWorkerMeter() };
  return {
    async connect(domain, repo) {
      const project = await createProject(services, { org: "bench", domain, repo, ref: "main", docsPath: "docs" });
      return inProject(services, project);
    },
    async index(ctx) {
      await requestIndex(ctx);
      const commit = await readBranchHead(ctx.project.repository, ctx.project.baseRef);
      const start = performance.now();
      const whole = workUntilReady(parts, ctx);
      await Promise.race([whole, untilAnswers(ctx, commit ?? "")]);
      const found = await searchSite(ctx, QUERY);
      const ms = performance.now() - start;
      if (found.length === 0) throw new Error("The index answers nothing.");
      const meanwhileMs = await timeSearches(ctx, whole);
      return { ms, wholeMs: performance.now() - start, meanwhileMs, site: await openSite(ctx) };
    },
    search: (ctx) => timeSearches(ctx, sleep(SEARCHES * SEARCH_MS)),
    async firstQuestion(ctx, times) {
      const { db, notifier, clock, embedder } = services;
      const taken: number[] = [];
      for (let time = 0; time < times; time += 1) {
        const sites = createSiteCache({ db, notifier, clock, log, embedder, maxBytes: Number.POSITIVE_INFINITY });
        // What the earlier one held is not to be collected meanwhile.
        globalThis.gc?.();
        const start = performance.now();
        await searchSite({ ...ctx, sites }, QUERY);
        taken.push(performance.now() - start);
        sites.close();
      }
      return taken;
    },
    async holdWithin(contexts, maxBytes) {
      const { db, notifier, clock, embedder } = services;
      const before = await heapBytes();
      const sites = createSiteCache({ db, notifier, clock, log, embedder, maxBytes });
      for (let round = 0; round < 2; round += 1) for (const ctx of contexts) await searchSite({ ...ctx, sites }, QUERY);
      const figures = { saidBytes: sites.sizeBytes(), grownBytes: (await heapBytes()) - before };
      sites.close();
      return figures;
    },
    async [Symbol.asyncDispose]() {
      machine.stop();
      await services.close();
    },
  };
}

/** A run that takes long goes back to the queue in between. */
async function workUntilReady(parts: WorkerDependencies, ctx: ProjectContext): Promise<void> {
  do await workOnIndex(parts, ctx.project.id, new AbortController().signal);
  while ((await getIndexState(ctx)).progress !== null);
}

/** Times a search every now and then, until some work has ended. */
async function timeSearches(ctx: ProjectContext, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  // A failure is thrown below, not in the middle of a search.
  ended.catch(() => undefined);
  while (!isOver) {
    const start = performance.now();
    await searchSite(ctx, QUERY);
    times.push(performance.now() - start);
    await sleep(SEARCH_MS);
  }
  await ended;
  return times;
}

async function untilAnswers(ctx: ProjectContext, commit: string): Promise<void> {
  while ((await getIndexState(ctx)).answers?.commit !== commit) await sleep(LOOK_MS);
}
