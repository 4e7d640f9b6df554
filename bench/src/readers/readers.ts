import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { WIDGET_BUDGETS, type WidgetFile } from "../../../packages/widget/src/build-widget.ts";
import { APPLICABLE, runSuite, type SuiteResult, type SuiteRevision } from "../../../scenarios/api/mcp-suite.ts";
import { requireChromium } from "../../../tooling/src/checks/chromium.ts";
import { type Load, load } from "../api/load.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { percentile } from "../measure/summarize.ts";
import { formatBytes, formatMs } from "../report/format.ts";
import type { BenchOptions, Reach, Report } from "../report/report.ts";
import { generateRepository } from "../repository/generate-repository.ts";
import { listPages, type SiteShape } from "../repository/site-files.ts";
import { startLoggedService } from "../service/start-logged-service.ts";
import { untilAnswered } from "../service/until-answered.ts";
import { type MeasuredWidget, openWidgetMeter } from "./blocking-time.ts";
import { checkAuthorization } from "./owner.ts";
import { type CheckedSite, checkSite, listTools } from "./published-tools.ts";

const ROUNDS = 7;
const SITE: SiteShape = { seed: 3, pages: 1_000, images: 0, sources: 0 };
const TYPED = 200;
const WANTED_BLOCKING_MS = 10;
const WANTED_SUGGEST_MS = 20;

/**
 * What readers and their tools get, as figures: the widget's weight and what it costs a website's page, suggestions while typing,
 * and what the published suites say of the MCP server and the site's lists.
 */
export async function readers({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  await requireChromium(new AbortController().signal);
  await using run = await openRunFolder(dataDir);
  const repository = await generateRepository(dataDir, SITE);
  await using service = await startLoggedService({
    dataDir: join(run.path, "service"),
    logFile: join(dataDir, "logs", "readers.log"),
    variables: { MODEL_PROVIDER: "offline", EMBEDDING_PROVIDER: "none" },
    onLine,
  });
  const { domain, assistantKey: key } = await service.createProject("bench-readers", repository);
  await service.openToEveryone(domain);
  const discovery = `${service.url}/discovery/v1`;
  await untilAnswered({ url: `${discovery}/search/${domain}`, key, body: { query: "page" } });

  onLine("Weighing the widget");
  const sizes = await weigh(service.url);
  const widget = await measureWidget(`<script src="${service.url}/widget.js" data-key="${key}" async></script>`, {
    rounds,
    onLine,
  });
  onLine("Typing");
  const typed = await type(`${discovery}/search/${domain}/suggest`);
  const mcp = `${service.url}/mcp/${domain}`;
  const suites: Suites = {};
  for (const revision of Object.keys(APPLICABLE) as SuiteRevision[]) {
    onLine(`The protocol's own suite, revision ${revision}`);
    const { failures, ...suite } = await runSuite(mcp, revision, run.path);
    suites[revision] = { ...suite, failures: failures.filter(({ scenario }) => !(scenario in EXCUSED)) };
  }
  onLine("The suite's scenarios for authorization servers");
  const authorization = await checkAuthorization(service, { domain, resource: mcp, folder: run.path });
  onLine("The Inspector and afdocs");
  const tools = await listTools(mcp, run.path);
  const checked = await checkSite(`${discovery}/site/${domain}`, run.path);
  return toReport({
    sizes,
    widget,
    typed,
    suites: { ...suites, "authorization server": authorization },
    tools,
    checked,
  });
}

/** As a proxy would send them. */
async function weigh(url: string): Promise<Record<WidgetFile, number>> {
  const weights = Object.keys(WIDGET_BUDGETS).map(async (name) => {
    const response = await fetch(`${url}/${name}`);
    if (!response.ok) throw new Error(`${name} answered ${response.status}.`);
    return [name, gzipSync(await response.bytes()).length];
  });
  return Object.fromEntries(await Promise.all(weights));
}

async function measureWidget(
  tag: string,
  { rounds, onLine }: { rounds: number; onLine(line: string): void },
): Promise<MeasuredWidget[]> {
  await using meter = await openWidgetMeter(tag);
  const taken: MeasuredWidget[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    onLine(round === 0 ? "Warming up the browser" : `Round ${round} of ${rounds}`);
    const measured = await meter.measure();
    if (round > 0) taken.push(measured);
  }
  return taken;
}

/** What of the published checks can't apply here, and why. */
const EXCUSED: Record<string, string> = {
  "dns-rebinding-protection": "a public project answers every website; with a key, the tests run the check",
  "llms-txt-directive-html": "pages are served as Markdown, never as HTML",
};

/** What readers type: the beginnings of titles. The first time through warms up. */
async function type(url: string): Promise<number[]> {
  const titles = listPages(SITE).map(({ title }) => title);
  const times: number[] = [];
  for (let at = 0; at < 2 * TYPED; at += 1) {
    const query = encodeURIComponent((titles[at % titles.length] ?? "").slice(0, 2 + (at % 9)));
    const taken: Load = await load(
      { url: `${url}?query=${query}`, method: "GET", headers: {} },
      { connections: 1, requests: 1 },
    );
    if (at >= TYPED) times.push(...taken.latenciesMs);
  }
  return times;
}

type Suites = Partial<Record<SuiteRevision | "authorization server", SuiteResult>>;
type Measured = {
  sizes: Record<WidgetFile, number>;
  widget: MeasuredWidget[];
  typed: number[];
  suites: Suites;
  tools: string[];
  checked: CheckedSite;
};

function toReport(measured: Measured): Report {
  const { sizes, widget, typed, suites, tools, checked } = measured;
  const median = (of: (one: MeasuredWidget) => number) => percentile(widget.map(of), 0.5);
  const script = (part: keyof MeasuredWidget) => median((one) => one[part].scriptMs);
  const added = median(({ loaded, without }) => loaded.blockingMs - without.blockingMs);
  const opened = median((one) => one.opened.blockingMs - one.without.blockingMs);
  const [p50, p95] = [percentile(typed, 0.5), percentile(typed, 0.95)];
  const results = checked.results.filter(({ id }) => !(id in EXCUSED));
  const failed = results.filter(({ status }) => status === "fail" || status === "error");
  const notPassed = results.filter(({ status }) => ["warn", "fail", "error"].includes(status));
  const count = (status: string) => String(results.filter((one) => one.status === status).length);
  return {
    name: "readers",
    title: "Where readers are",
    columns: ["", "measured"],
    rows: [
      ...Object.entries(sizes).map(([name, bytes]) => [`${name}, gzipped`, formatBytes(bytes)]),
      ["scripts of a page, four times slowed, without the widget", formatMs(script("without"))],
      ["with it", formatMs(script("loaded"))],
      ["with it, and its window opened", formatMs(script("opened"))],
      ["blocking time that it adds", formatMs(added)],
      ["blocking time that opening its window adds", formatMs(opened)],
      ["suggestion while typing, p50", formatMs(p50)],
      ["suggestion while typing, p95", formatMs(p95)],
      ["tools that the Inspector lists", tools.join(", ")],
    ],
    more: [
      {
        title: "The protocol's conformance suite",
        columns: ["scenarios of", "passed", "not for documentation", "failed"],
        rows: Object.entries(suites).map(([revision, { passed, excused, failures }]) => [
          revision,
          ...[passed, excused, failures].map((list) => String(list.length)),
        ]),
      },
      {
        title: "afdocs",
        columns: ["", "checks"],
        rows: ["pass", "warn", "fail", "error", "skip"].map((status) => [status, count(status)]),
      },
      ...(notPassed.length === 0
        ? []
        : [
            {
              title: "What afdocs does not pass",
              columns: ["check", "says"],
              rows: notPassed.map(({ id, status, message }) => [`${status} ${id}`, message]),
            },
          ]),
    ],
    reaches: [
      ...Object.entries(WIDGET_BUDGETS).map(([name, budget]) => ({
        wanted: `${name} at most ${formatBytes(budget)}`,
        measured: formatBytes(sizes[name as WidgetFile]),
        isMet: sizes[name as WidgetFile] <= budget,
      })),
      {
        wanted: `under ${WANTED_BLOCKING_MS} ms of blocking time added`,
        measured: formatMs(added),
        isMet: added < WANTED_BLOCKING_MS,
      },
      {
        wanted: `suggestions in ${WANTED_SUGGEST_MS} ms at the median`,
        measured: formatMs(p50),
        isMet: p50 <= WANTED_SUGGEST_MS,
      },
      ...Object.entries(suites).map(
        ([revision, { failures }]): Reach => ({
          wanted: `no failure of what applies, ${revision}`,
          measured: `${failures.length} failed`,
          isMet: failures.length === 0,
        }),
      ),
      { wanted: "the Inspector connects", measured: `${tools.length} tools`, isMet: tools.length > 0 },
      { wanted: "afdocs finds nothing", measured: `${failed.length} failed`, isMet: failed.length === 0 },
    ],
    notes: [
      ...Object.entries(EXCUSED).map(([check, reason]) => `Left out: ${check}, since ${reason}.`),
      `A generated site of ${SITE.pages.toLocaleString("en")} pages that is public: nothing here sends a key but the widget.`,
      "Blocking time is what tasks take above 50 ms, on a page of 200 paragraphs in a browser slowed four times; medians of rounds in turns.",
    ],
    figures: measured,
  };
}
