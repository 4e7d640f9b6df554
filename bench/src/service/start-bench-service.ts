import { createSite, type Site } from "./site.ts";
import { startLoggedService } from "./start-logged-service.ts";

export type BenchService = AsyncDisposable & {
  dataDir: string;
  databaseUrl: string;
  /** The one worker process. */
  workerPid(): number;
  /** Connects a repository, and gives the means to start jobs on it. */
  connect(domain: string, repository: string): Promise<Site>;
};

export type BenchServiceOptions = {
  dataDir: string;
  /** Takes the processes' log lines. Outlives the run, so that a failure can be looked into. */
  logFile: string;
  /** Address of the scripted model server. */
  modelUrl: string;
  /** Concurrent jobs of the one worker process. */
  concurrency: number;
  /** Configuration beside what every run has. */
  variables?: Record<string, string>;
  onLine(line: string): void;
};

/** Starts the service with one worker and the scripted model behind the real Anthropic provider. */
export async function startBenchService(options: BenchServiceOptions): Promise<BenchService> {
  const { dataDir, logFile, modelUrl, concurrency, onLine } = options;
  const variables = {
    WORKERS: "1",
    WORKER_CONCURRENCY: String(concurrency),
    MODEL_PROVIDER: "anthropic",
    ANTHROPIC_API_KEY: "scripted",
    ANTHROPIC_BASE_URL: modelUrl,
    // A large site that is new keeps the cores busy with vectors for long, in the background: `index` measures that.
    EMBEDDING_PROVIDER: "none",
    ...options.variables,
  };
  const service = await startLoggedService({ dataDir, logFile, variables, onLine });
  return {
    dataDir,
    databaseUrl: service.databaseUrl,
    workerPid: () => service.pid("docsteward-worker"),
    connect: async (domain, repository) =>
      createSite(service.url, service.databaseUrl, await service.createProject(domain, repository)),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
