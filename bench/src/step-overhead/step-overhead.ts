import { join } from "node:path";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { inTurns } from "../measure/in-turns.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { summarize } from "../measure/summarize.ts";
import { gapsMs, type ModelTurn, watchModel } from "../measure/watch-model.ts";
import { formatMs, formatRatio, formatSummary } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { copyRepository, generateRepository } from "../repository/generate-repository.ts";
import { LARGE_SITE, listPages, type SiteShape, SMALL_SITE, siteFiles } from "../repository/site-files.ts";
import { thirtySteps } from "../script/thirty-steps.ts";
import { type BenchService, startBenchService } from "../service/start-bench-service.ts";
import { startBareLoop } from "./start-bare-loop.ts";

const ROUNDS = 5;
const WANTED_MS = 15;

type Side = "bare" | "service" | "serviceLarge";

/**
 * What a step costs beside the model: a scripted job of 30 steps through REST, queue, worker and database, and the same
 * script through a bare ai SDK loop with the same tools over a map in memory, against the same model server.
 *
 * A step's overhead is the time from the last byte of an answer to the arrival of the next request.
 */
export async function stepOverhead({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  const scripts = { small: thirtySteps(listPages(SMALL_SITE)), large: thirtySteps(listPages(LARGE_SITE)) };
  await using run = await openRunFolder(dataDir);
  await using model = await startModelServer(
    ({ text, turn }) => (text.includes("large site") ? scripts.large : scripts.small)[turn],
    { keepRequests: false },
  );
  const modelUrl = model.url;
  await using service = await startBenchService({
    dataDir: join(run.path, "service"),
    logFile: join(dataDir, "logs", "step-overhead.log"),
    modelUrl,
    concurrency: 1,
    onLine,
  });
  await using bare = startBareLoop();
  const small = await connect(service, "small", SMALL_SITE, dataDir, run.path);
  const large = await connect(service, "large", LARGE_SITE, dataDir, run.path);
  const files = textFiles(SMALL_SITE);

  const taken = await inTurns<Side, ModelTurn[]>(
    rounds,
    {
      bare: () => turnsOf(modelUrl, () => bare.run({ modelUrl, files, prompt: "Review the small site." })),
      service: () =>
        turnsOf(modelUrl, async () => small.untilCompleted((await small.createJob("Review the small site.")).id)),
      serviceLarge: () =>
        turnsOf(modelUrl, async () => large.untilCompleted((await large.createJob("Review the large site.")).id)),
    },
    (round) => onLine(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`),
  );
  return report(
    taken,
    rounds,
    scripts.small.map(({ toolCalls }) => toolCalls?.[0]?.name ?? ""),
  );
}

async function connect(service: BenchService, name: string, shape: SiteShape, dataDir: string, runPath: string) {
  const kept = await generateRepository(dataDir, shape);
  const site = await service.connect(name, await copyRepository(kept, join(runPath, `${name}.git`)));
  await site.untilIndexed();
  return site;
}

async function turnsOf(modelUrl: string, work: () => Promise<unknown>): Promise<ModelTurn[]> {
  const watch = watchModel(modelUrl);
  try {
    await work();
  } finally {
    watch.stop();
  }
  return watch.turns;
}

function textFiles(shape: SiteShape): [string, string][] {
  const decoder = new TextDecoder();
  const pages = [...siteFiles(shape)].filter(({ path }) => /\.mdx?$/.test(path));
  return pages.map(({ path, bytes }) => [path, decoder.decode(bytes)]);
}

function report(taken: Record<Side, ModelTurn[][]>, rounds: number, tools: string[]): Report {
  const gaps = (side: Side) => taken[side].flatMap(gapsMs);
  const [bare, service, large] = [summarize(gaps("bare")), summarize(gaps("service")), summarize(gaps("serviceLarge"))];
  /** The step after turn i runs the tool that turn i asked for. */
  const ofTool = (side: Side, tool: string) =>
    summarize(taken[side].flatMap((turns) => gapsMs(turns).filter((_, index) => tools[index] === tool)));
  const row = (name: string, of: (side: Side) => ReturnType<typeof summarize>) => {
    const [plain, ours, ofLarge] = [of("bare"), of("service"), of("serviceLarge")];
    return [
      name,
      formatMs(plain.median),
      ...formatSummary(ours, formatMs),
      formatMs(ours.median - plain.median),
      formatRatio(ours.median / plain.median),
      ...formatSummary(ofLarge, formatMs),
    ];
  };
  return {
    name: "step-overhead",
    title: "Overhead of an agent step: all that is not the model",
    columns: ["", "bare loop", "service", "min – max", "more", "ratio", "on 20,000 files", "min – max"],
    rows: [
      row("all steps", (side) => summarize(gaps(side))),
      ...[...new Set(tools)]
        .filter((tool) => tool !== "finish")
        .map((tool) => row(`after ${tool}`, (side) => ofTool(side, tool))),
    ],
    reaches: [
      {
        wanted: `at most ${WANTED_MS} ms a step at the median`,
        measured: formatMs(service.median),
        isMet: service.median <= WANTED_MS,
      },
    ],
    notes: [
      `${rounds} jobs of ${tools.length} steps a side, taken in turns after one to warm up; figures are medians over all steps.`,
      "The bare loop keeps nothing, checks nothing and works on a map in memory.",
    ],
    figures: {
      bare,
      service,
      serviceLarge: large,
      gapsMs: { bare: gaps("bare"), service: gaps("service"), serviceLarge: gaps("serviceLarge") },
    },
  };
}
