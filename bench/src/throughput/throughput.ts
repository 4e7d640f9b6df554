import { join } from "node:path";
import { reply, type ScriptTurn } from "../../../testing/model-script/src/script.ts";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { inTurns } from "../measure/in-turns.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { listPages, type Page, type SiteShape } from "../repository/site-files.ts";
import { reviewLine } from "../repository/write-page.ts";
import { LARGE_SITE, SMALL_SITE } from "../script/bench-sites.ts";
import { startBenchService } from "../service/start-bench-service.ts";
import { type LaneName, reportThroughput } from "./report-throughput.ts";
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
    ({ text, turn }) => (text.includes("the large site") ? scripts.large : scripts.small)[turn],
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

/** The turns of a job that finds, reads and edits the first page of a generated site. */
function fourSteps(pages: readonly Page[]): ScriptTurn[] {
  const page = pages[0];
  if (page === undefined) throw new Error("The script edits a page, and the site has none.");
  return [
    reply.tool("grep", { pattern: `Page ${page.number}, reviewed` }),
    reply.tool("read", { path: page.path }),
    reply.tool("edit", { path: page.path, old: reviewLine(page.number, 1), new: reviewLine(page.number, 2) }),
    reply.tool("finish", { title: "Review a page", summary: "Raised the revision of one page." }),
  ];
}
