import { join } from "node:path";
import { generateRepository } from "../repository/generate-repository.ts";
import { listPages } from "../repository/site-files.ts";
import { SMALL_SITE } from "../script/bench-sites.ts";
import { startLoggedService } from "../service/start-logged-service.ts";
import { untilAnswered } from "../service/until-answered.ts";
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

/** Starts the service with one small site, whose index is built, and gives the calls to measure. */
export async function startApi(options: { dataDir: string; folder: string; onLine(line: string): void }): Promise<Api> {
  const { dataDir, folder, onLine } = options;
  const repository = await generateRepository(dataDir, SMALL_SITE);
  const service = await startLoggedService({
    dataDir: join(folder, "service"),
    logFile: join(dataDir, "logs", "api.log"),
    variables: { MODEL_PROVIDER: "offline" },
    onLine,
  });
  const { domain, projectId, adminKey, assistantKey: key } = await service.createProject("bench-api", repository);
  const discovery = `${service.url}/discovery/v1`;
  const post = (url: string, body: unknown): Target => ({
    url,
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const path = firstPage();
  await untilAnswered({ url: `${discovery}/page/${domain}`, key, body: { path } });
  return {
    search: post(`${discovery}/search/${domain}`, { query: "qqqqqqqqqqqqqqqqqqqqqqqq" }),
    page: post(`${discovery}/page/${domain}`, { path }),
    job: await createJob(`${service.url}/v2/agent/${projectId}/job`, adminKey),
    databaseUrl: service.databaseUrl,
    pid: () => service.pid("docsteward-web"),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

/** Where readers find a page of the site. */
function firstPage(): string {
  const file = listPages(SMALL_SITE)[0]?.path ?? "";
  return file.replace(/^docs\//, "/").replace(/\.mdx?$/, "");
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
