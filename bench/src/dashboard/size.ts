import { join } from "node:path";
import { buildWeb } from "../../../tooling/src/supervisor/build-web.ts";
import { formatBytes } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { ROOT } from "../root.ts";
import { type PageSize, sizeOfPages } from "./size-of-pages.ts";

const WANTED_BYTES = 200_000;
const WANTED_OF_HEAVY_BYTES = 350_000;
/** Pages that show a difference or render answers as they come. */
const HEAVY = ["/[org]/[domain]/jobs/[id]", "/[org]/[domain]/pulls/[number]", "/[org]/[domain]/assistant"];

/** How much JavaScript each page of the dashboard loads first, on the production build. Fails when one is over its budget. */
export async function dashboardSize({ onLine }: BenchOptions): Promise<Report> {
  await buildWeb({ onLine });
  const pages = await sizeOfPages(join(ROOT, "apps", "web", ".next"));
  const heavy = pages.filter(({ page }) => HEAVY.includes(page));
  const light = pages.filter(({ page }) => !HEAVY.includes(page));
  const reaches = [
    reach(light, WANTED_BYTES, "every page but these"),
    reach(heavy, WANTED_OF_HEAVY_BYTES, HEAVY.join(", ")),
  ];
  if (reaches.some(({ isMet }) => !isMet)) process.exitCode = 1;
  return {
    name: "dashboard-size",
    title: "JavaScript of a first load, gzipped",
    columns: ["", "size", "scripts"],
    rows: pages.map(({ page, bytes, scripts }) => [page, formatBytes(bytes), String(scripts)]),
    reaches,
    notes: ["Read from the build's manifests. Parts that come later by import() are not counted."],
    figures: { pages },
  };
}

function reach(pages: PageSize[], wantedBytes: number, which: string) {
  const [greatest] = pages;
  const bytes = greatest?.bytes ?? 0;
  return {
    wanted: `at most ${formatBytes(wantedBytes)}: ${which}`,
    measured: `${formatBytes(bytes)} at the most${greatest ? ` (${greatest.page})` : ""}`,
    isMet: bytes <= wantedBytes,
  };
}
