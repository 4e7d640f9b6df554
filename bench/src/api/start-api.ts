import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startService } from "../../../tooling/src/service.ts";
import { buildWeb } from "../../../tooling/src/supervisor/build-web.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { listPages } from "../repository/site-files.ts";
import { SMALL_SITE } from "../script/bench-sites.ts";
import { createProject } from "../service/create-project.ts";
import type { Target } from "./load.ts";

export type Api = AsyncDisposable & {
  /** Asks for a word that no page knows, which is answered from memory: an assistant key, three limits, a body, and hardly any work. */
  search: Target;
  /** Reads a page: the same, and a query for the page. */
  page: Target;
  /** Reads a job: an admin key, no limit, no body. */
  job: Target;
  databaseUrl: string;
  /** The web process. */
  pid(): number;
};

const UNLIMITED = "1000000000";
const POLL_MS = 200;

/** Starts the service with one small site, whose index is built, and gives the calls to measure. */
export async function startApi(options: { dataDir: string; folder: string; onLine(line: string): void }): Promise<Api> {
  const { dataDir, folder, onLine } = options;
  await buildWeb({ onLine });
  const repository = await generateRepository(dataDir, SMALL_SITE);
  const logFile = join(dataDir, "logs", "api.log");
  await mkdir(dirname(logFile), { recursive: true });
  const output = await open(logFile, "w");
  const variables = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: "0",
    DATA_DIR: join(folder, "service"),
    MODEL_PROVIDER: "offline",
    LIMIT_ASSISTANT_PER_KEY_AND_MONTH: UNLIMITED,
    LIMIT_ASSISTANT_PER_ORGANIZATION_AND_HOUR: UNLIMITED,
    LIMIT_ASSISTANT_PER_ADDRESS_AND_DAY: UNLIMITED,
    LOG_FORMAT: "json",
  };
  const say = (fact: unknown) => onLine(String(fact));
  const service = await startService({
    variables,
    output: output.fd,
    log: { info: () => undefined, warn: say, error: say },
  });
  const { url, databaseUrl } = service;
  const site = { ...variables, DATABASE_URL: databaseUrl, BASE_URL: url };
  const project = await createProject(site, "bench-api", repository);
  const path =
    listPages(SMALL_SITE)[0]
      ?.path.replace(/^docs\//, "/")
      .replace(/\.mdx?$/, "") ?? "";
  const page = {
    url: `${url}/discovery/v1/page/${project.domain}`,
    method: "POST",
    headers: { authorization: `Bearer ${project.assistantKey}`, "content-type": "application/json" },
    body: JSON.stringify({ path }),
  };
  const search = {
    ...page,
    url: `${url}/discovery/v1/search/${project.domain}`,
    body: JSON.stringify({ query: "qqqqqqqqqqqqqqqqqqqqqqqq" }),
  };
  await untilAnswered(page);
  const job = await createJob(`${url}/v2/agent/${project.projectId}/job`, project.adminKey);
  return {
    search,
    page,
    job,
    databaseUrl,
    pid: () => service.processes().find(({ name }) => name === "docsteward-web")?.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      await output.close();
    },
  };
}

async function createJob(url: string, key: string): Promise<Target> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ prompt: "help" }),
  });
  const { id } = (await response.json()) as { id: string };
  return { url: `${url}/${id}`, method: "GET", headers };
}

/** The index of a new site is built by the worker, soon after the site was made. */
async function untilAnswered({ url, method, headers, body }: Target): Promise<void> {
  for (let tries = 300; ; tries -= 1) {
    const response = await fetch(url, { method, headers, body });
    if (response.ok) return;
    if (tries === 0) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    await sleep(POLL_MS);
  }
}
