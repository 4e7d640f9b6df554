import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { budgetOf, type FirstLoad } from "../../../e2e/support/first-load.ts";
import { requireChromium } from "../../../tooling/src/checks/chromium.ts";
import { runCommand } from "../../../tooling/src/run-command.ts";
import { openRunFolder } from "../measure/run-folder.ts";
import { formatBytes } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";

const CONFIG = "e2e/playwright.config.ts";
const STORY = "every page is accessible in light";

/**
 * How much JavaScript each page of the dashboard asks for before any input: of the production build, in a browser, on the walk
 * of the story that holds the pages to their budgets. Fails when one is over its own.
 */
export async function dashboardSize({ dataDir, onLine }: BenchOptions): Promise<Report> {
  await using run = await openRunFolder(dataDir);
  const file = join(run.path, "first-loads.json");
  const { signal } = new AbortController();
  await requireChromium(signal);
  onLine("Opening every page in a browser");
  const { code, output } = await runCommand(
    "e2e/node_modules/.bin/playwright",
    ["test", `--config=${CONFIG}`, "looks", "--grep", STORY],
    { signal, variables: { FIRST_LOADS: file } },
  );
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) throw new Error(`The pages could not be measured:\n${output}`);
  if (code !== 0) process.exitCode = 1;
  const loads = Object.entries<FirstLoad>(JSON.parse(text)).sort(([, a], [, b]) => b.bytes - a.bytes);
  return {
    name: "dashboard-size",
    title: "JavaScript that a page asks for before any input, gzipped",
    columns: ["", "size", "of at most", "scripts"],
    rows: loads.map(([page, { bytes, scripts }]) => {
      const budget = budgetOf(page);
      return [page, formatBytes(bytes), formatBytes(budget), String(scripts)];
    }),
    reaches: [...new Set(loads.map(([page]) => budgetOf(page)))].map((budget) => reach(loads, budget)),
    notes: ["All scripts count: of the document, preloads, import(), and what the router fetches ahead."],
    figures: { loads },
  };
}

function reach(loads: [string, FirstLoad][], budget: number) {
  const of = loads.filter(([page]) => budgetOf(page) === budget);
  const [greatest, load] = of[0] ?? ["none", { bytes: 0 }];
  return {
    wanted: `at most ${formatBytes(budget)}: ${of.map(([page]) => page).join(", ")}`,
    measured: `${formatBytes(load.bytes)} at the most (${greatest})`,
    isMet: load.bytes <= budget,
  };
}
