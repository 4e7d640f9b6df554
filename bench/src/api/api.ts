import { join } from "node:path";
import { inTurns } from "../measure/in-turns.ts";
import { processCpuMs } from "../measure/process-memory.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { type Summary, summarize } from "../measure/summarize.ts";
import { formatMs } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { listPages, SMALL_SITE } from "../repository/site-files.ts";
import { startBareNext } from "../service/start-bare-next.ts";
import { startLoggedService } from "../service/start-logged-service.ts";
import { untilAnswered } from "../service/until-answered.ts";
import { type Load, load, type Target } from "./load.ts";

const ROUNDS = 7;
const QUIET = { connections: 1, requests: 400 };
const BUSY = { connections: 32, requests: 3_000 };
const WANTED_RATIO = 0.6;
const WANTED_MORE_MS = 3;

const WANTED_JOB = { ratio: 0.7, cpu: 1.5, moreMs: 1 };

type Side = "bare" | "call" | "page" | "bareJob" | "job";
/** `cpuMs` is the processor time of the web process for each busy call. */
type Measured = { quiet: Load; busy: Load; cpuMs: number };

/**
 * What a call costs beside its own work: key, limits, validation and all that is said in headers, beside a bare Next route that returns
 * the same JSON and asks for nothing.
 */
export async function api({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  await using run = await openRunFolder(dataDir);
  await using service = await startApi({ dataDir, folder: run.path, onLine });
  const { url, ...asked } = service.search;
  const answer = await (await fetch(url, asked)).text();
  const job = await (await fetch(service.job.url, service.job)).text();
  onLine("Building the bare Next route …");
  await using bare = await startBareNext(join(run.path, "bare-next"), {
    "app/search/route.js": `const answer = ${answer};\nexport const POST = async () => Response.json(answer);\n`,
    "app/job/route.js": `export const dynamic = "force-dynamic";\nconst job = ${job};\nexport const GET = async () => Response.json(job);\n`,
  });
  const sides: Record<Side, Target> = {
    bare: { ...service.search, url: `${bare.url}/search` },
    call: service.search,
    page: service.page,
    bareJob: { ...service.job, url: `${bare.url}/job` },
    job: service.job,
  };
  const measure = (side: Side) => async (): Promise<Measured> => {
    const pid = side === "bare" || side === "bareJob" ? bare.pid : service.pid();
    const quiet = await load(sides[side], QUIET);
    const before = (await processCpuMs(pid)) ?? 0;
    const busy = await load(sides[side], BUSY);
    return { quiet, busy, cpuMs: (((await processCpuMs(pid)) ?? 0) - before) / BUSY.requests };
  };
  const taken = await inTurns<Side, Measured>(
    rounds,
    {
      ...{ bare: measure("bare"), call: measure("call"), page: measure("page") },
      ...{ bareJob: measure("bareJob"), job: measure("job") },
    },
    (round) => onLine(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`),
  );
  return toReport(taken);
}

type Figures = { latency: Summary; perSecond: Summary; cpuMs: Summary };

function toReport(taken: Record<Side, Measured[]>): Report {
  const figuresOf = (side: Side): Figures => ({
    latency: summarize(taken[side].map(({ quiet }) => summarize(quiet.latenciesMs).median)),
    perSecond: summarize(taken[side].map(({ busy }) => busy.perSecond)),
    cpuMs: summarize(taken[side].map(({ cpuMs }) => cpuMs)),
  });
  const [bare, call, page] = [figuresOf("bare"), figuresOf("call"), figuresOf("page")];
  const [bareJob, job] = [figuresOf("bareJob"), figuresOf("job")];
  const ratio = (side: Figures, of = bare) => side.perSecond.median / of.perSecond.median;
  const moreMs = (side: Figures, of = bare) => side.latency.median - of.latency.median;
  const cpu = job.cpuMs.median / bareJob.cpuMs.median;
  const perSecond = (value: number) => `${Math.round(value)}/s`;
  const row = (name: string, side: Figures, of = bare) => [
    name,
    formatMs(side.latency.median),
    `${formatMs(side.latency.min)} – ${formatMs(side.latency.max)}`,
    perSecond(side.perSecond.median),
    `${perSecond(side.perSecond.min)} – ${perSecond(side.perSecond.max)}`,
    ratio(side, of).toFixed(2),
    formatMs(side.cpuMs.median),
  ];
  return {
    name: "api",
    title: "What a call costs beside its own work",
    columns: [
      "",
      "one at a time",
      "min – max",
      `${BUSY.connections} at a time`,
      "min – max",
      "of the bare route",
      "CPU a call",
    ],
    rows: [
      row("bare Next route, same JSON", bare),
      row("call: key, three limits, body", call),
      row("read a page: the same, and a query", page),
      row("bare Next route, a job's JSON", bareJob, bareJob),
      row("read a job: key and a query", job, bareJob),
    ],
    reaches: [
      {
        wanted: `a call at least ${WANTED_RATIO} of the bare route's throughput`,
        measured: ratio(call).toFixed(2),
        isMet: ratio(call) >= WANTED_RATIO,
      },
      {
        wanted: `a call at most ${WANTED_MORE_MS} ms more at the median`,
        measured: `${moreMs(call).toFixed(1)} ms more`,
        isMet: moreMs(call) <= WANTED_MORE_MS,
      },
      {
        wanted: `reading a job at least ${WANTED_JOB.ratio} of the bare route's throughput, at ${WANTED_JOB.cpu} times its CPU`,
        measured: `${ratio(job, bareJob).toFixed(2)}, ${cpu.toFixed(1)} times`,
        isMet: ratio(job, bareJob) >= WANTED_JOB.ratio && cpu <= WANTED_JOB.cpu,
      },
      {
        wanted: `reading a job at most ${WANTED_JOB.moreMs} ms more at the median`,
        measured: `${moreMs(job, bareJob).toFixed(1)} ms more`,
        isMet: moreMs(job, bareJob) <= WANTED_JOB.moreMs,
      },
    ],
    notes: [
      `${taken.bare.length} rounds in turns after one to warm up: ${QUIET.requests} calls one after another, then ${BUSY.requests} over ${BUSY.connections} connections.`,
      "The call is a search for a word that no page knows: answered from memory, so that hardly more than key, limits and validation is measured.",
    ],
    figures: Object.fromEntries(
      Object.entries(taken).map(([side, rounds]) => [
        side,
        rounds.map(({ quiet, busy, cpuMs }) => ({
          cpuMs,
          medianMs: summarize(quiet.latenciesMs).median,
          busyMedianMs: summarize(busy.latenciesMs).median,
          perSecond: busy.perSecond,
        })),
      ]),
    ),
  };
}

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
async function startApi(options: { dataDir: string; folder: string; onLine(line: string): void }): Promise<Api> {
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
