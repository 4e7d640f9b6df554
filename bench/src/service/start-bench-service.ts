import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { startService } from "../../../tooling/src/service.ts";
import { buildWeb } from "../../../tooling/src/supervisor/build-web.ts";
import { createProject } from "./create-project.ts";
import { createSite, type Site } from "./site.ts";

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
  /** Jobs at once in the one worker process. */
  concurrency: number;
  onLine(line: string): void;
};

/**
 * Starts the service as `pnpm start` does, with one worker and the scripted model behind the real Anthropic provider.
 *
 * The processes write their log lines to a file, as they would in production.
 */
export async function startBenchService(options: BenchServiceOptions): Promise<BenchService> {
  const { dataDir, logFile, modelUrl, concurrency, onLine } = options;
  await buildWeb({ onLine });
  await mkdir(dataDir, { recursive: true });
  await mkdir(dirname(logFile), { recursive: true });
  const output = await open(logFile, "w");
  const variables = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: "0",
    DATA_DIR: dataDir,
    WORKERS: "1",
    WORKER_CONCURRENCY: String(concurrency),
    MODEL_PROVIDER: "anthropic",
    ANTHROPIC_API_KEY: "scripted",
    ANTHROPIC_BASE_URL: modelUrl,
    LIMIT_AGENT_PER_HOUR: "1000000",
    LOG_FORMAT: "json",
  };
  const log = {
    info: () => undefined,
    warn: (fact: unknown) => onLine(String(fact)),
    error: (fact: unknown) => onLine(String(fact)),
  };
  const service = await startService({ variables, output: output.fd, log });
  const { url, databaseUrl } = service;
  return {
    dataDir,
    databaseUrl,
    workerPid: () => {
      const pid = service.processes().find(({ name }) => name === "docsteward-worker")?.pid;
      if (pid === undefined || pid === null) throw new Error(`The worker is not running: see ${logFile}.`);
      return pid;
    },
    connect: async (domain, repository) => {
      const project = await createProject(
        { ...variables, DATABASE_URL: databaseUrl, BASE_URL: url },
        domain,
        repository,
      );
      return createSite(url, project);
    },
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      await output.close();
    },
  };
}
