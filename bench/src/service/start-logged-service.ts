import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { type Service, startService } from "../../../tooling/src/service.ts";
import { createProject, openToEveryone, type Project } from "./site.ts";

export type LoggedService = AsyncDisposable & {
  url: string;
  databaseUrl: string;
  /** Throws when there is no such process. */
  pid(name: "docsteward-web" | "docsteward-worker"): number;
  createProject(domain: string, repository: string): Promise<Project>;
  /** Lets everyone search and read the pages of a project without a key. */
  openToEveryone(domain: string): Promise<void>;
  /** The link to the first account; null when there is one. */
  makeSetupLink(): Promise<string | null>;
};

export type LoggedServiceOptions = {
  dataDir: string;
  /** Takes the processes' log lines, as in production. Outlives the run, so that a failure can be looked into. */
  logFile: string;
  /** Configuration beside what every run has. */
  variables: Record<string, string>;
  onLine(line: string): void;
};

/** A benchmark that is stopped with Ctrl-C would leave their databases behind. */
const running = new Set<Service>();

/** Kills what the services of this process run. */
export function killServices(): void {
  for (const service of running) service.kill();
}

const UNLIMITED = "1000000000";

/** Starts the service as `pnpm start` does, without limits on calls. */
export async function startLoggedService(options: LoggedServiceOptions): Promise<LoggedService> {
  const { dataDir, logFile, onLine } = options;
  await mkdir(dataDir, { recursive: true });
  await mkdir(dirname(logFile), { recursive: true });
  const output = await open(logFile, "w");
  const variables = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: "0",
    DATA_DIR: dataDir,
    LIMIT_AGENT_PER_HOUR: "1000000",
    LIMIT_ASSISTANT_PER_KEY_AND_MONTH: UNLIMITED,
    LIMIT_ASSISTANT_PER_ORGANIZATION_AND_HOUR: UNLIMITED,
    LIMIT_ASSISTANT_PER_ADDRESS_AND_DAY: UNLIMITED,
    LOG_FORMAT: "json",
    ...options.variables,
  };
  const say = (fact: unknown) => onLine(String(fact));
  const log = { info: () => undefined, warn: say, error: say };
  const service = await startService({ variables, output: output.fd, log, onLine });
  running.add(service);
  const { url, databaseUrl } = service;
  const cli = { ...variables, DATABASE_URL: databaseUrl, BASE_URL: url };
  return {
    url,
    databaseUrl,
    pid(name) {
      const pid = service.processes().find((one) => one.name === name)?.pid;
      if (pid === undefined || pid === null) throw new Error(`There is no ${name}: see ${logFile}.`);
      return pid;
    },
    createProject: (domain, repository) => createProject(cli, domain, repository),
    openToEveryone: (domain) => openToEveryone(cli, domain),
    makeSetupLink: service.makeSetupLink,
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      running.delete(service);
      await output.close();
    },
  };
}
