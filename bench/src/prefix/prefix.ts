import { join } from "node:path";
import type { ModelRequest } from "../../../testing/model-script/src/script.ts";
import { startModelServer } from "../../../testing/model-script/src/start-model-server.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { summarize } from "../measure/summarize.ts";
import { formatShare } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { copyRepository, generateRepository } from "../repository/generate-repository.ts";
import { LARGE_SITE, listPages, SMALL_SITE } from "../repository/site-files.ts";
import { thirtySteps } from "../script/thirty-steps.ts";
import { type BenchService, startBenchService } from "../service/start-bench-service.ts";
import { countCommon } from "./count-common.ts";

const WANTED = 0.95;
const SITES = { small: SMALL_SITE, large: LARGE_SITE };

type SiteName = keyof typeof SITES;

/** What one step sent: its whole prompt, what the request before it had sent already, and what that one had sent in all. */
type Step = { bytes: number; common: number; bytesBefore: number };

/**
 * How much of each request of a scripted job of 30 steps is byte-equal to the request before it, from its first byte on: what a
 * provider reads from its cache instead of counting it again.
 */
export async function prefix({ dataDir, onLine }: BenchOptions): Promise<Report> {
  await using run = await openRunFolder(dataDir);
  const scripts = { small: thirtySteps(listPages(SMALL_SITE)), large: thirtySteps(listPages(LARGE_SITE)) };
  await using model = await startModelServer(({ text, turn }) => scripts[siteOf(text)][turn]);
  await using service = await startBenchService({
    dataDir: join(run.path, "service"),
    logFile: join(dataDir, "logs", "prefix.log"),
    modelUrl: model.url,
    concurrency: 1,
    onLine,
  });
  const steps: Record<SiteName, Step[]> = { small: [], large: [] };
  for (const name of ["small", "large"] as const) {
    onLine(`A job of 30 steps on the ${name} site`);
    await runJob(service, name, { dataDir, runPath: run.path });
    steps[name] = measure(model.requests.filter(({ text }) => siteOf(text) === name));
  }
  return toReport(steps);
}

const siteOf = (text: string): SiteName => (text.includes("large site") ? "large" : "small");

async function runJob(
  service: BenchService,
  name: SiteName,
  { dataDir, runPath }: { dataDir: string; runPath: string },
): Promise<void> {
  const kept = await generateRepository(dataDir, SITES[name]);
  const site = await service.connect(name, await copyRepository(kept, join(runPath, `${name}.git`)));
  await site.untilCompleted((await site.createJob(`Review the ${name} site.`)).id);
}

function measure(requests: readonly ModelRequest[]): Step[] {
  const prompts = requests.map(({ body }) => toPrompt(body));
  return prompts.slice(1).map((now, index) => {
    const before = prompts[index] ?? now;
    return { bytes: now.length, common: countCommon(before, now), bytesBefore: before.length };
  });
}

function toReport(steps: Record<SiteName, Step[]>): Report {
  const kept = (of: Step[]) => summarize(of.map(({ common, bytesBefore }) => common / bytesBefore));
  const reused = (of: Step[]) => summarize(of.map(({ common, bytes }) => common / bytes));
  const sum = (of: Step[], key: "bytes" | "common") => of.reduce((total, step) => total + step[key], 0);
  const row = (name: SiteName) => {
    const of = steps[name];
    return [
      `${name} site`,
      String(of.length + 1),
      `${Math.round(sum(of, "bytes") / 1_000)} KB`,
      formatShare(kept(of).min),
      formatShare(reused(of).median),
      formatShare(reused(of).min),
      formatShare(sum(of, "common") / sum(of, "bytes")),
    ];
  };
  return {
    name: "prefix",
    title: "How much of a request is byte-equal to the one before it, from its first byte on",
    columns: ["Job on the", "Requests", "Sent", "Kept, least", "Of a request, median", "least", "Of all bytes"],
    rows: [row("small"), row("large")],
    reaches: (["small", "large"] as const).flatMap((name) => [
      {
        wanted: "all of it",
        measured: `of the request before, ${name} site: ${formatShare(kept(steps[name]).min)} at the least`,
        isMet: kept(steps[name]).min === 1,
      },
      {
        wanted: `${WANTED * 100} % or more`,
        measured: `of all bytes sent, ${name} site: ${formatShare(sum(steps[name], "common") / sum(steps[name], "bytes"))}`,
        isMet: sum(steps[name], "common") / sum(steps[name], "bytes") >= WANTED,
      },
    ]),
    notes: [
      "Bytes are those of tools, system prompt and messages in the order in which the provider's cache reads them, without cache markers.",
      "Kept: how much of the request before a request begins with. The rest of a request is what is new: an answer and its results.",
    ],
    figures: { steps },
  };
}

type Body = Record<string, unknown>;

/**
 * A request of Anthropic's wire format as its cache reads it: tools, then system prompt, then messages, without the markers, which
 * say where a cache entry may end and move along with the conversation.
 */
function toPrompt({ tools, system, messages }: Body): Buffer {
  const text = JSON.stringify([tools, system, messages], (key, value) => (key === "cache_control" ? undefined : value));
  // Without the brackets that close the list of messages: the next message goes there.
  return Buffer.from(text.slice(0, -2));
}
