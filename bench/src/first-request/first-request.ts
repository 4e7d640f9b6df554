import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JobEventMessage } from "../../../packages/contract/src/job-event.ts";
import { reply } from "../../../testing/model-script/src/script.ts";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { inTurns } from "../measure/in-turns.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { summarize } from "../measure/summarize.ts";
import { type ModelTurn, watchModel } from "../measure/watch-model.ts";
import { formatMs, formatRatio, formatSummary } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { addCommit, copyRepository, generateRepository } from "../repository/generate-repository.ts";
import { git } from "../repository/git.ts";
import { LARGE_SITE, listPages } from "../repository/site-files.ts";
import type { Site } from "../service/site.ts";
import { startBenchService } from "../service/start-bench-service.ts";

const ROUNDS = 5;
/** Each indexes the whole repository anew, which takes minutes. */
const COLD_ROUNDS = 2;
const WANTED_RATIO = 20;

const answer = reply.tool("finish", { title: "Nothing to do", summary: "Nothing to change.", noChange: true });

/**
 * From create-job to the first model request on a repository of 20,000 files, beside a shallow clone of the same repository.
 *
 * Cold: a repository that the service has never seen. Warm: one it has worked on, which moved by a commit since. Unmoved: the
 * same without the commit.
 */
export async function firstRequest({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  onLine("Generating the repository of 20,000 files, once …");
  const kept = await generateRepository(dataDir, LARGE_SITE);
  await using run = await openRunFolder(dataDir);
  await using model = await startModelServer(() => answer, { keepRequests: false });
  await using service = await startBenchService({
    dataDir: join(run.path, "service"),
    logFile: join(dataDir, "logs", "first-request.log"),
    modelUrl: model.url,
    concurrency: 1,
    onLine,
  });
  const watch = watchModel(model.url);
  const warmRepository = await copyRepository(kept, join(run.path, "warm.git"));
  const warmSite = await service.connect("warm", warmRepository);
  await warmSite.untilIndexed();
  const page = listPages(LARGE_SITE)[0]?.path ?? "";
  const clones: number[] = [];

  const taken = await inTurns<"warm" | "unmoved", FirstRequest>(
    rounds,
    {
      warm: async (round) => {
        const cloneMs = await timeClone(warmRepository, join(run.path, `clone-${round}`));
        if (round > 0) clones.push(cloneMs);
        await addCommit(warmRepository, page, round);
        return timeFirstRequest(warmSite, watch.turns, "Look around again.");
      },
      unmoved: () => timeFirstRequest(warmSite, watch.turns, "And again."),
    },
    (round) => onLine(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`),
  );
  const cold: FirstRequest[] = [];
  const coldRounds = Math.min(rounds, COLD_ROUNDS);
  for (let round = 1; round <= coldRounds; round += 1) {
    onLine(`A repository that it does not know, ${round} of ${coldRounds}`);
    const repository = await copyRepository(kept, join(run.path, `cold-${round}.git`));
    const site = await service.connect(`cold-${round}`, repository);
    cold.push(await timeFirstRequest(site, watch.turns, "Look around."));
    // Or the next one would share its worker with the index of this one.
    await site.untilIndexed();
  }
  watch.stop();
  return report(clones, { cold, ...taken });
}

function report(clones: number[], taken: Record<"cold" | "warm" | "unmoved", FirstRequest[]>): Report {
  const clone = summarize(clones);
  const row = (name: string, key: keyof typeof taken) => {
    const summary = summarize(taken[key].map((one) => one.firstRequest));
    const phases = (["answered", "started", "opened"] as const).map((phase) =>
      formatMs(summarize(taken[key].map((one) => one[phase])).median),
    );
    return [name, ...formatSummary(summary, formatMs), formatRatio(clone.median / summary.median), ...phases];
  };
  const warm = summarize(taken.warm.map((one) => one.firstRequest));
  return {
    name: "first-request",
    title: "From create-job to the first model request, repository of 20,000 files",
    columns: ["", "median", "min – max", "faster than the clone", "REST answered", "worker has it", "workspace open"],
    rows: [
      ["git clone --depth 1", ...formatSummary(clone, formatMs), formatRatio(1), "", "", ""],
      row("cold: first job on the repository", "cold"),
      row("warm: moved by a commit since", "warm"),
      row("warm: unmoved", "unmoved"),
    ],
    reaches: [
      {
        wanted: `warm at least ${WANTED_RATIO}x faster than the clone`,
        measured: `${formatRatio(clone.median / warm.median)} faster`,
        isMet: clone.median / warm.median >= WANTED_RATIO,
      },
    ],
    notes: [
      `${clones.length} rounds, taken in turns after one to warm up; ${taken.cold.length} of the first job, behind them. The last three columns are medians from the same start.`,
    ],
    figures: { clonesMs: clones, ...taken },
  };
}

/** Milliseconds since the caller sent create-job. `firstRequest` is what the benchmark is about, the rest says where it went. */
type FirstRequest = { answered: number; started: number; opened: number; firstRequest: number };

/**
 * Creates a job over REST and times it up to the arrival of its first request at the model.
 *
 * Waits until the job has ended, so that nothing of it falls into what is measured next.
 *
 * @param turns of the model server, which serves no other job meanwhile
 */
async function timeFirstRequest(site: Site, turns: readonly ModelTurn[], prompt: string): Promise<FirstRequest> {
  const startMs = performance.now();
  const startedAt = Date.now();
  const job = await site.createJob(prompt);
  const answered = performance.now() - startMs;
  await site.untilCompleted(job.id);
  const arrived = turns.find(({ arrivedMs }) => arrivedMs > startMs);
  if (arrived === undefined) throw new Error(`Job ${job.id} ended without a request to the model.`);

  const events = await site.events(job.id);
  return {
    answered,
    started: atOf(events, "job.started") - startedAt,
    opened: atOf(events, "workspace.opened") - startedAt,
    firstRequest: arrived.arrivedMs - startMs,
  };
}

function atOf(events: readonly JobEventMessage[], type: JobEventMessage["type"]): number {
  const event = events.find((candidate) => candidate.type === type);
  return event === undefined ? Number.NaN : Date.parse(event.at);
}

/**
 * Times `git clone --depth 1` with its checkout, what most agents begin with.
 *
 * The clone is left where it is until the whole run is over: taking one away slows down the next on some file systems, which
 * would flatter whatever is compared with it.
 *
 * @returns milliseconds
 */
async function timeClone(repository: string, into: string): Promise<number> {
  const startMs = performance.now();
  await git(["clone", "--quiet", "--depth", "1", pathToFileURL(repository).href, into]);
  return performance.now() - startMs;
}
