import { join } from "node:path";
import type { JobEventMessage } from "../../../packages/contract/src/job-event.ts";
import type { Forge } from "../../../testing/github-forge/src/forge.ts";
import { startForge } from "../../../testing/github-forge/src/start-forge.ts";
import { type ModelRequest, reply, type ScriptTurn } from "../../../testing/model-script/src/script.ts";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { summarize } from "../measure/summarize.ts";
import { formatMs, formatSummary } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { LARGE_SITE, listPages, type Page } from "../repository/site-files.ts";
import { reviewLine } from "../repository/write-page.ts";
import type { Site } from "../service/site.ts";
import { startBenchService } from "../service/start-bench-service.ts";

const ROUNDS = 9;
const WANTED_MS = 1_500;
const MAX_FIRST_CALLS = 5;
const MAX_FOLLOW_UP_CALLS = 3;

/** Time from the creation of a job, or of a message, to its pull request. */
type Taken = { totalMs: number; phasesMs: Record<string, number>; calls: number };

/** Ends of the phases, in order, by the event that tells of each. */
const PHASES = [
  ["taken by a worker", ["job.started"]],
  ["fetched and listed", ["workspace.opened"]],
  ["edited, with the model", ["checks.finished"]],
  ["pushed", ["branch.pushed"]],
  ["pull request", ["pull_request.opened", "pull_request.updated"]],
] as const;

/**
 * A job that edits three pages of a repository with 20,000 files at a forge, from the call that makes it to the opened pull request,
 * and a follow-up that edits them again. The model answers immediately; git and REST go over HTTP. The repository's copy is warm.
 */
export async function github({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  await using run = await openRunFolder(dataDir);
  await using model = await startModelServer(threePages(listPages(LARGE_SITE)), { keepRequests: false });
  await using forge = await startForge();
  const app = await forge.createApp();
  const from = await generateRepository(dataDir, LARGE_SITE);
  const repository = await forge.addRepository({ owner: "bench", name: "docs", from });
  forge.install(app, { account: "bench" });
  await using service = await startBenchService({
    dataDir: join(run.path, "service"),
    logFile: join(dataDir, "logs", "github.log"),
    modelUrl: model.url,
    concurrency: 1,
    variables: {
      GITHUB_APP_ID: String(app.id),
      GITHUB_APP_PRIVATE_KEY: app.privateKey,
      GITHUB_WEBHOOK_SECRET: app.webhookSecret,
      GITHUB_API_URL: forge.apiUrl,
    },
    onLine,
  });
  const site = await service.connect("github", repository.url());
  onLine("Waiting for the site's index");
  await site.untilIndexed();
  const first: Taken[] = [];
  const followUp: Taken[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    onLine(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`);
    const revision = round * 2 + 2;
    const made = await takeFirst(site, forge, `Review three pages: from revision 1 to ${revision}.`);
    const moved = await takeFollowUp(site, forge, made.id, `Again: from revision ${revision} to ${revision + 1}.`);
    if (round === 0) continue;
    first.push(made.taken);
    followUp.push(moved);
  }
  return report(first, followUp);
}

async function takeFirst(site: Site, forge: Forge, prompt: string): Promise<{ id: string; taken: Taken }> {
  const before = forge.exchanges.length;
  const { id } = await site.createJob(prompt);
  await site.untilCompleted(id);
  return { id, taken: read(await site.events(id), "job.created", forge.exchanges.length - before) };
}

async function takeFollowUp(site: Site, forge: Forge, id: string, prompt: string): Promise<Taken> {
  const before = forge.exchanges.length;
  await site.sendMessage(id, prompt);
  await site.untilCompleted(id);
  const events = await site.events(id);
  const from = events.findLastIndex(({ type }) => type === "message.received");
  return read(events.slice(from), "message.received", forge.exchanges.length - before);
}

function read(events: readonly JobEventMessage[], start: string, calls: number): Taken {
  const atOf = (types: readonly string[]) => {
    const found = events.find(({ type }) => types.includes(type));
    if (!found) throw new Error(`The job has no event ${types.join(" or ")}.`);
    return Date.parse(found.at);
  };
  const startMs = atOf([start]);
  let lastMs = startMs;
  const phasesMs: Record<string, number> = {};
  for (const [name, types] of PHASES) {
    const endMs = atOf(types);
    phasesMs[name] = endMs - lastMs;
    lastMs = endMs;
  }
  return { totalMs: lastMs - startMs, phasesMs, calls };
}

function report(first: Taken[], followUp: Taken[]): Report {
  const totals = {
    first: summarize(first.map(({ totalMs }) => totalMs)),
    followUp: summarize(followUp.map(({ totalMs }) => totalMs)),
  };
  const phase = (of: Taken[], name: string) => summarize(of.map(({ phasesMs }) => phasesMs[name] ?? Number.NaN));
  const row = (name: string, one: ReturnType<typeof summarize>, two: ReturnType<typeof summarize>) => [
    name,
    ...formatSummary(one, formatMs),
    ...formatSummary(two, formatMs),
  ];
  const most = (of: Taken[]) => Math.max(...of.map(({ calls }) => calls));
  return {
    name: "github",
    title: "From a call to an opened pull request at a forge: three pages of 20,000 files, over HTTP",
    columns: ["Until", "first job", "min – max", "follow-up", "min – max"],
    rows: [
      ...PHASES.map(([name]) => row(name, phase(first, name), phase(followUp, name))),
      row("in all", totals.first, totals.followUp),
      ["requests to the REST API", String(most(first)), "the most", String(most(followUp)), "the most"],
    ],
    reaches: [
      {
        wanted: `a first job in less than ${formatMs(WANTED_MS)} at the median`,
        measured: formatMs(totals.first.median),
        isMet: totals.first.median < WANTED_MS,
      },
      {
        wanted: `less than ${MAX_FIRST_CALLS} requests to the REST API`,
        measured: String(most(first)),
        isMet: most(first) < MAX_FIRST_CALLS,
      },
      {
        wanted: `less than ${MAX_FOLLOW_UP_CALLS} for a follow-up`,
        measured: String(most(followUp)),
        isMet: most(followUp) < MAX_FOLLOW_UP_CALLS,
      },
    ],
    notes: [
      `${first.length} jobs and as many follow-ups after one of each to warm up; figures are medians, from the times of the job's events.`,
      "The forge, the model server and the service share one machine; the model answers immediately.",
      "A job that takes longer than half a minute reads its pull request's description again before it moves it: one request more.",
    ],
    figures: { first, followUp },
  };
}

/**
 * What the model says in a job that edits three pages: it reads them, edits them, and is done. The revision stands in the prompt, so
 * that no two jobs come to the same files.
 */
function threePages(pages: readonly Page[]): (request: ModelRequest) => ScriptTurn | undefined {
  return ({ lastUserText, turn }) => {
    const [, from = "1", to = "2"] = lastUserText.match(/from revision (\d+) to (\d+)/) ?? [];
    const edited = pages.slice(0, 3);
    const calls = (toCall: (page: Page) => { name: string; input: unknown }): ScriptTurn => ({
      toolCalls: edited.map(toCall),
    });
    return [
      calls(({ path }) => ({ name: "read", input: { path } })),
      calls(({ path, number }) => ({
        name: "edit",
        input: { path, old: reviewLine(number, Number(from)), new: reviewLine(number, Number(to)) },
      })),
      reply.tool("finish", { title: `Review three pages (${to})`, summary: "Raised the revision of three pages." }),
    ][turn % 3];
  };
}
