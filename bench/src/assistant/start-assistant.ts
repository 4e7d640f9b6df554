import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startService } from "../../../tooling/src/service.ts";
import { buildWeb } from "../../../tooling/src/supervisor/build-web.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { SMALL_SITE } from "../script/bench-sites.ts";
import { createProject } from "../service/create-project.ts";

export type BenchAssistant = AsyncDisposable & {
  /** The message route of version 2. */
  url: string;
  key: string;
  /** The web process. */
  pid: number;
};

export type BenchAssistantOptions = {
  dataDir: string;
  folder: string;
  /** Address of the scripted model server. */
  modelUrl: string;
  onLine(line: string): void;
};

const UNLIMITED = "1000000000";
const POLL_MS = 200;
const MAX_TRIES = 300;

/** Starts the service as `pnpm start` does, with one site whose index is built. */
export async function startAssistant({
  dataDir,
  folder,
  modelUrl,
  onLine,
}: BenchAssistantOptions): Promise<BenchAssistant> {
  await buildWeb({ onLine });
  const repository = await generateRepository(dataDir, SMALL_SITE);
  const logFile = join(dataDir, "logs", "assistant.log");
  await mkdir(dirname(logFile), { recursive: true });
  const output = await open(logFile, "w");
  const variables = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: "0",
    DATA_DIR: join(folder, "service"),
    MODEL_PROVIDER: "anthropic",
    ANTHROPIC_API_KEY: "scripted",
    ANTHROPIC_BASE_URL: modelUrl,
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
  const { domain, assistantKey } = await createProject(site, "bench-assistant", repository);
  await untilIndexed(`${url}/discovery/v1/search/${domain}`, assistantKey);
  const web = service.processes().find(({ name }) => name === "docsteward-web");
  return {
    url: `${url}/discovery/v2/assistant/${domain}/message`,
    key: assistantKey,
    pid: web?.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      await service.stop();
      await output.close();
    },
  };
}

/** The index of a new site is built by the worker, soon after the site was made. */
async function untilIndexed(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(url, { method: "POST", headers, body: '{"query":"quota"}' });
    if (response.ok) return;
    if (tries === MAX_TRIES) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
    await sleep(POLL_MS);
  }
}
