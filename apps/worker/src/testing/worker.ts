import { setTimeout as sleep } from "node:timers/promises";
import type { JobEvent } from "@docsteward/contract/job-event";
import type { Job, PullRequest } from "@docsteward/db/client";
import type { GitHubAppConfig } from "@docsteward/git/github/github-app";
import type { RetryPolicy } from "@docsteward/git/github/send-request";
import { setGitStarter } from "@docsteward/git/run/git-process";
import { type GitStarter, openGitStarter } from "@docsteward/git/run/open-git-starter";
import { makeRepository, type RepositoryOptions, type TestRepository } from "@docsteward/git/testing";
import { startTestGitHub, type TestGitHub } from "@docsteward/git/testing-github";
import type { Script } from "@docsteward/model-script/script";
import { type ModelServer, startModelServer } from "@docsteward/model-script/start-model-server";
import { createModels } from "@docsteward/models/create-models";
import { parseEnv } from "@docsteward/platform/env";
import { createSilentLog } from "@docsteward/platform/log";
import type { ProjectContext, SystemContext } from "@docsteward/services/context";
import { createJob } from "@docsteward/services/job/create";
import { listEvents } from "@docsteward/services/job/events";
import { createTestServices, seedProject, type TestServices } from "@docsteward/services/testing";
import { startAgentQueue } from "../agent-queue.ts";
import type { WorkerDependencies } from "../dependencies.ts";
import { watchMachine } from "../machine.ts";
import { createWorkerMeter } from "../worker-report.ts";

export type TestWorker = AsyncDisposable & {
  services: TestServices;
  ctx: ProjectContext;
  model: ModelServer;
  repository: TestRepository;
  parts: WorkerDependencies;
  /** Creates a job as a caller would. */
  start(prompt: string): Promise<string>;
  /** Waits until the job rests. */
  end(jobId: string): Promise<Job>;
  /** Creates a job and waits until it rests. */
  run(prompt: string): Promise<Job>;
  events(jobId: string): Promise<JobEvent[]>;
  pullRequests(): Promise<PullRequest[]>;
};

type TestWorkerOptions = {
  files?: Record<string, string | Uint8Array>;
  repository?: RepositoryOptions & { url?: string; ref?: string };
  docsPath?: string;
  variables?: Record<string, string>;
  protocol?: "anthropic" | "openai-compatible";
  /** A variable that gets the address of the model's server, and what comes behind it. */
  ownAddress?: string;
  addressPath?: string;
  /** False for tests that hand jobs to workers themselves. */
  takesJobs?: boolean;
  services?: Partial<SystemContext> & { gitHubApp?: GitHubAppConfig; gitHubPatience?: Partial<RetryPolicy> };
};

/** The pages that most tests use. */
export const PAGES = {
  "docs.json": '{\n  "navigation": { "pages": ["index", "guides/install"] }\n}\n',
  "index.mdx": "---\ntitle: Welcome\n---\n\nGlimmer keeps your flags. You will [recieve](/guides/install) updates.\n",
  "guides/install.mdx": "---\ntitle: Install\n---\n\n## Steps\n\nInstall Glimmer with npm.\n",
} satisfies Record<string, string>;

let starter: GitStarter | undefined;

/**
 * Lets this process start git as a worker does: a process of tests is larger still, and pays for its size with every git.
 * The small process ends with this one.
 */
export function startGitAsWorkersDo(): void {
  starter ??= openGitStarter();
  setGitStarter(starter.start);
}

/** A worker over a real database, a real repository and the real provider code, talking to a model that plays a script. */
export async function startTestWorker(script: Script, options: TestWorkerOptions = {}): Promise<TestWorker> {
  const { files = PAGES, repository: at = {}, docsPath, protocol = "anthropic", takesJobs = true } = options;
  startGitAsWorkersDo();
  const model = await startModelServer(script);
  const own = options.ownAddress ? { [options.ownAddress]: `${model.url}${options.addressPath ?? ""}` } : {};
  const settings = parseEnv({ ...providerVariables(protocol, model.url), ...own, ...options.variables });
  const models = createModels(settings);
  const [repository, services] = await Promise.all([
    makeRepository(files, at),
    createTestServices({
      isWorker: true,
      models: { defaultName: models.defaultName, names: models.names },
      prices: settings.MODEL_PRICES,
      ...options.services,
    }),
  ]);
  const ctx = await seedProject(services, {
    repository: at.url ?? repository.url,
    baseRef: at.ref ?? repository.branch,
    docsPath,
  });
  const log = createSilentLog();
  const parts = {
    services,
    models,
    settings,
    log,
    machine: watchMachine({ services, log }),
    meter: createWorkerMeter(),
  };
  const queue = takesJobs ? await startAgentQueue(parts) : null;

  const start = async (prompt: string) => (await createJob(ctx, { prompt })).job.id;
  const end = (jobId: string) => untilRest(services, jobId);
  return {
    services,
    ctx,
    model,
    repository,
    parts,
    start,
    end,
    run: async (prompt) => end(await start(prompt)),
    events: (jobId) => listEvents(ctx, { id: jobId, afterId: 0 }),
    pullRequests: () =>
      services.db.pullRequest.findMany({ where: { projectId: ctx.project.id }, orderBy: { number: "asc" } }),
    async [Symbol.asyncDispose]() {
      queue?.stop();
      parts.machine.stop();
      await services.close();
      await model.close();
      await repository.remove();
    },
  };
}

function providerVariables(protocol: "anthropic" | "openai-compatible", url: string): Record<string, string> {
  return protocol === "anthropic"
    ? { ANTHROPIC_API_KEY: "test-key", ANTHROPIC_BASE_URL: url }
    : { OPENAI_COMPATIBLE_BASE_URL: `${url}/v1`, OPENAI_COMPATIBLE_MODEL: "local-model" };
}

async function untilRest({ db }: TestServices, jobId: string): Promise<Job> {
  for (;;) {
    const job = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    if (job.status !== "active") return job;
    await sleep(25);
  }
}

export type GitHubWorker = AsyncDisposable & { worker: TestWorker; at: TestGitHub };

/** A worker whose project is the repository of a forge, with the usual pages. */
export async function startGitHubWorker(
  script: Script,
  options: TestWorkerOptions & {
    prepare?: (at: TestGitHub) => Promise<unknown>;
    /** What the service believes the App to be. */
    spoilConfig?: (config: GitHubAppConfig) => GitHubAppConfig;
  } = {},
): Promise<GitHubWorker> {
  const { prepare, spoilConfig = (config) => config, files = PAGES, services, ...rest } = options;
  const at = await startTestGitHub();
  await at.repository.commit(toText(files));
  await prepare?.(at);
  const worker = await startTestWorker(script, {
    ...rest,
    repository: { url: at.repository.url(), ref: "main" },
    services: { gitHubApp: spoilConfig(at.config), ...services },
  });
  return {
    worker,
    at,
    async [Symbol.asyncDispose]() {
      await worker[Symbol.asyncDispose]();
      await at.close();
    },
  };
}

const toText = (files: Record<string, string | Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content).toString("utf8")]));
