import { join } from "node:path";
import { inTurns } from "../measure/in-turns.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { percentile } from "../measure/summarize.ts";
import { formatBytes, formatMs } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { startBareNext } from "../service/start-bare-next.ts";
import { type LiveTimes, timeLive } from "./live.ts";
import { memoryOfPages, type Page, type PageMemory, timePages } from "./pages.ts";
import { startDashboard } from "./start-dashboard.ts";

const ROUNDS = 5;
const PAGES_A_ROUND = 60;
const JOBS = 10_000;
const EVENTS = 50;
const OPEN_PAGES = 200;

/**
 * What the dashboard costs on the production build: the list of a project with 10,000 jobs from a warm server, beside a bare Next
 * page; an event's way to open pages; the memory of many of them.
 */
export async function dashboard({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  await using run = await openRunFolder(dataDir);
  await using service = await startDashboard({ dataDir, folder: run.path, jobCount: JOBS, onLine });
  onLine("Building the bare Next page …");
  await using bare = await startBareNext(join(run.path, "bare-next"), { "app/page.js": BARE_PAGE });
  const headers = { cookie: service.cookie };
  const lists = `${service.projectUrl}/jobs`;
  const sides: Record<Side, Page> = {
    bare: { url: bare.url, headers: {} },
    list: { url: lists, headers },
    search: { url: `${lists}?q=quota+raised+region&status=failed`, headers },
    job: { url: `${lists}/${service.jobIds[40]}`, headers },
  };
  const measure = (side: Side) => () => timePages(sides[side], PAGES_A_ROUND);
  const times = await inTurns<Side, number[]>(
    rounds,
    { bare: measure("bare"), list: measure("list"), search: measure("search"), job: measure("job") },
    (round) => onLine(round === 0 ? "Warming up" : `Round ${round} of ${rounds}`),
  );
  onLine("Writing events for open pages");
  const live = await timeLive(service, EVENTS);
  onLine(`Opening ${OPEN_PAGES} job pages`);
  const memory = await memoryOfPages(service, OPEN_PAGES);
  return reportDashboard({ times, live, memory, jobs: JOBS, openPages: OPEN_PAGES });
}

type Side = "bare" | "list" | "search" | "job";

export type DashboardFigures = {
  /** Milliseconds of each page, by round. */
  times: Record<Side, number[][]>;
  live: LiveTimes;
  memory: PageMemory | null;
  jobs: number;
  openPages: number;
};

const WANTED_PAGE_MS = 100;
const WANTED_LIVE_MS = 1_000;
const WANTED_BYTES = 300_000_000;

function reportDashboard({ times, live, memory, jobs, openPages }: DashboardFigures): Report {
  const series: [string, number[]][] = [
    ["bare Next page", times.bare.flat()],
    [`list of ${jobs.toLocaleString("en")} jobs`, times.list.flat()],
    ["list, searched and narrowed", times.search.flat()],
    ["job page", times.job.flat()],
    ["event to an open job page", live.page],
    ["event to an open list", live.list],
  ];
  const listMs = Math.max(percentile(times.list.flat(), 0.5), percentile(times.search.flat(), 0.5));
  const liveMs = Math.max(...live.page, ...live.list);
  const grown = memory && memory.during - memory.before;
  return {
    name: "dashboard",
    title: "The dashboard's pages",
    columns: ["", "p50", "p95", "max"],
    rows: [
      ...series.map(([name, values]) => [name, ...[0.5, 0.95, 1].map((share) => formatMs(percentile(values, share)))]),
      ...(memory
        ? [[`web process, no page open, then ${openPages}`, formatBytes(memory.before), "", formatBytes(memory.during)]]
        : []),
    ],
    reaches: [
      {
        wanted: `the list from a warm server in under ${WANTED_PAGE_MS} ms at the median`,
        measured: formatMs(listMs),
        isMet: listMs < WANTED_PAGE_MS,
      },
      {
        wanted: "each event at open pages within 1 s",
        measured: `${formatMs(liveMs)} at the most`,
        isMet: liveMs < WANTED_LIVE_MS,
      },
      ...(grown === null
        ? []
        : [
            {
              wanted: `${openPages} open job pages in under ${formatBytes(WANTED_BYTES)}`,
              measured: formatBytes(grown),
              isMet: grown < WANTED_BYTES,
            },
          ]),
    ],
    notes: [
      "A page is its whole document, asked for with a signed-in browser's cookie over one connection, one after another.",
      "Events are written by another process, as a worker's are; the time is from sending them to the message at the page.",
      "Every open page was rendered, follows its job, and received an event.",
    ],
    figures: { times, live, memory },
  };
}

/** The least that a list in Next can be: as many rows as ours, of text that is in the code; no key, no database, no client component. */
const BARE_PAGE = `
export const dynamic = "force-dynamic";
const rows = Array.from({ length: 30 }, (_, index) => "Explain quota " + index + " of region " + (index % 40));

export default function Page() {
  return <main><h1>Jobs</h1><ul>{rows.map((row) => <li key={row}><a href={"/" + row}>{row}</a></li>)}</ul></main>;
}
`;
