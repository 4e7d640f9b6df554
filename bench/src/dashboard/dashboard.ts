import { join } from "node:path";
import { inTurns } from "../measure/in-turns.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { startBareNext } from "../service/start-bare-next.ts";
import { BARE_PAGE } from "./bare-page.ts";
import { timeLive } from "./live.ts";
import { memoryOfPages, type Page, timePages } from "./pages.ts";
import { reportDashboard, type Side } from "./report-dashboard.ts";
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
