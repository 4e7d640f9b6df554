import { percentile } from "../measure/summarize.ts";
import { formatBytes, formatMs } from "../report/format.ts";
import type { Report } from "../report/report.ts";
import type { LiveTimes } from "./live.ts";
import type { PageMemory } from "./pages.ts";

export type Side = "bare" | "list" | "search" | "job";

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

export function reportDashboard({ times, live, memory, jobs, openPages }: DashboardFigures): Report {
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
