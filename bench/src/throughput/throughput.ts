import { join } from "node:path";
import { type ModelRequest, reply, type ScriptTurn } from "../../../testing/model-script/src/script.ts";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { inTurns } from "../measure/in-turns.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { type Summary, summarize } from "../measure/summarize.ts";
import { formatBytes, formatRatio, formatSummary } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { LARGE_SITE, listPages, type Page, type SiteShape, SMALL_SITE } from "../repository/site-files.ts";
import { reviewLine } from "../repository/write-page.ts";
import { startBenchService } from "../service/start-bench-service.ts";
import { type Batch, openLane, runBatch } from "./run-batch.ts";

const ROUNDS = 3;
const JOBS = 20;

/**
 * Jobs a minute with a model that answers immediately: jobs of four steps that edit a page, push and open a pull request, one and
 * four at a time in one worker process, on a small site and on one of 20,000 files.
 */
export async function throughput({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  const scripts = { small: fourSteps(listPages(SMALL_SITE)), large: fourSteps(listPages(LARGE_SITE)) };
  await using run = await openRunFolder(dataDir);
  await using model = await startModelServer(
    (request) => (request.text.includes("the large site") ? scripts.large : scripts.small)(request),
    { keepRequests: false },
  );
  const start = (concurrency: number) =>
    startBenchService({
      dataDir: join(run.path, `service-${concurrency}`),
      logFile: join(dataDir, "logs", `throughput-${concurrency}.log`),
      modelUrl: model.url,
      concurrency,
      onLine,
    });
  // The one that is not measured just now is at rest.
  await using one = await start(1);
  await using four = await start(4);
  const lane = (size: string, parallel: number, shape: SiteShape) =>
    openLane({ service: parallel === 1 ? one : four, parallel, shape, size, dataDir, runPath: run.path });
  const lanes = {
    small1: await lane("small", 1, SMALL_SITE),
    small4: await lane("small", 4, SMALL_SITE),
    large1: await lane("large", 1, LARGE_SITE),
    large4: await lane("large", 4, LARGE_SITE),
  };

  const taken = await inTurns<LaneName, Batch>(
    rounds,
    {
      small1: () => runBatch(lanes.small1, JOBS),
      small4: () => runBatch(lanes.small4, JOBS),
      large1: () => runBatch(lanes.large1, JOBS),
      large4: () => runBatch(lanes.large4, JOBS),
    },
    (round) => onLine(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`),
  );
  return reportThroughput(taken, rounds);
}

/**
 * A script for jobs that find, read and edit the first page of a generated site. The number in a job's prompt is in its change: of
 * jobs with the very same files only the first opens a pull request.
 */
export function fourSteps(
  pages: readonly Page[],
): (request: Pick<ModelRequest, "text" | "turn">) => ScriptTurn | undefined {
  const page = pages[0];
  if (page === undefined) throw new Error("The script edits a page, and the site has none.");
  const { number, path } = page;
  return ({ text, turn }) => {
    const job = Number(/Review [^\n,]*, (\d+)/.exec(text)?.[1] ?? 0);
    return [
      reply.tool("grep", { pattern: `Page ${number}, reviewed` }),
      reply.tool("read", { path }),
      reply.tool("edit", { path, old: reviewLine(number, 1), new: reviewLine(number, 2 + job) }),
      reply.tool("finish", { title: "Review a page", summary: "Raised the revision of one page." }),
    ][turn];
  };
}

type LaneName = "small1" | "small4" | "large1" | "large4";

const LANES: Record<LaneName, { name: string; parallel: number; alone: LaneName }> = {
  small1: { name: "small site, 1 at a time", parallel: 1, alone: "small1" },
  small4: { name: "small site, 4 in parallel", parallel: 4, alone: "small1" },
  large1: { name: "20,000 files, 1 at a time", parallel: 1, alone: "large1" },
  large4: { name: "20,000 files, 4 in parallel", parallel: 4, alone: "large1" },
};

function reportThroughput(taken: Record<LaneName, Batch[]>, rounds: number): Report {
  const row = (lane: LaneName): string[] => {
    const { name, parallel, alone } = LANES[lane];
    const batches = taken[lane];
    const perMinute = summarizeRate(batches);
    const each = (bytes: (batch: Batch) => number) => formatBytes(summarize(batches.map(bytes)).median);
    const isMeasured = batches.every(({ memoryBytes }) => memoryBytes !== null);
    return [
      name,
      ...formatSummary(perMinute, (value) => value.toFixed(0)),
      formatRatio(perMinute.median / summarizeRate(taken[alone]).median),
      isMeasured ? each(({ memoryBytes }) => (memoryBytes ?? 0) / parallel) : "not measured",
      each(({ workingBytes }) => workingBytes / parallel),
      each(({ keptBytes, jobs }) => keptBytes.cache / jobs),
      each(({ keptBytes, jobs }) => keptBytes.repository / jobs),
      each(({ keptBytes, jobs }) => keptBytes.database / jobs),
    ];
  };
  const jobs = taken.small1[0]?.jobs ?? 0;
  return {
    name: "throughput",
    title: "Jobs a minute with a model that answers immediately; memory and disk per job",
    columns: [
      "",
      "jobs/min",
      "min – max",
      "ratio",
      "memory",
      "disk while it runs",
      "cache after",
      "repository after",
      "database after",
    ],
    rows: (Object.keys(LANES) as LaneName[]).map(row),
    reaches: [],
    notes: [
      `${rounds} batches of ${jobs} jobs a line, taken in turns after one to warm up. Each job has four steps and ends with a pull request.`,
      "Memory: peak of the worker process and its git processes above idle, divided by the number of concurrent jobs.",
    ],
    figures: taken,
  };
}

const summarizeRate = (batches: readonly Batch[]): Summary =>
  summarize(batches.map(({ jobs, tookMs }) => (jobs * 60_000) / tookMs));
