import { compile } from "@mdx-js/mdx";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import { findNewSecrets } from "../../../packages/agent/src/publish/leak-checks.ts";
import { type CheckResult, checkSite } from "../../../packages/docs/src/checks/check-site.ts";
import { CONFIG_PATH } from "../../../packages/docs/src/checks/checks-config.ts";
import { inTurns } from "../measure/in-turns.ts";
import { type Summary, summarize } from "../measure/summarize.ts";
import { formatMs, formatRatio } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { checkInNewProcess, generatedSite } from "./check-in-new-process.ts";
import { compareWithKnown } from "./compare-with-known.ts";
import { type DocsSite, openDocsSites } from "./docs-site.ts";
import { type generateSite, withText } from "./generated-site.ts";

const ROUNDS = 3;
const PAGE_ROUNDS = 20;
const EACH_BY_ITSELF = '{ "rules": { "shared-cause": "off" } }';
const NEW_PROCESSES = 5;

type Row = {
  name: string;
  pages: number;
  characters: number;
  check: Summary;
  compile: Summary;
  falseAlarms: number;
  missed: number;
  /** Places that are taken for secrets. None of the pages has one. */
  secrets: number;
};

/**
 * The checks of a whole site beside a plain strict @mdx-js/mdx compile of every page: on the real sites of the data folder,
 * with what they tell wrongly and what they miss, and on 1,000 generated pages; and the check of one changed page.
 */
export async function checks({ dataDir, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  const generated = generatedSite();
  const cold: number[] = [];
  for (let process = 1; process <= NEW_PROCESSES; process += 1) {
    onLine(`1,000 pages in new process ${process} of ${NEW_PROCESSES}`);
    cold.push(await checkInNewProcess());
  }
  const sites = await openDocsSites(dataDir);
  if (sites.length === 0) onLine(`No site with a known.json in ${dataDir}: name a folder of them with --data.`);
  const all = [...sites, { name: "generated", ...generated, known: [] }];
  const rows: Row[] = [];
  for (const site of all) rows.push(await measureSite(site, rounds, onLine));
  const page = await measurePage(generated, onLine);
  return toReport({ rows, cold: summarize(cold), page, rounds });
}

async function measureSite({ name, reader, pages, known }: DocsSite, rounds: number, onLine: BenchOptions["onLine"]) {
  const found: { last: CheckResult } = { last: { errors: [], warnings: [] } };
  const check = async () => {
    found.last = await checkSite({ reader, base: null });
  };
  const taken = await inTurns(
    rounds,
    { check: () => time(check), compile: () => time(() => compilePages(pages)) },
    (round) => onLine(round === 0 ? `${name}: warming up` : `${name}: round ${round} of ${rounds}`),
  );
  const each = await checkSite({ reader: withText(reader, CONFIG_PATH, EACH_BY_ITSELF), base: null });
  const { falseAlarms, missed } = compareWithKnown(found.last, known, each);
  for (const { path, line, rule, message } of falseAlarms) onLine(`  false alarm ${path}:${line} ${rule} ${message}`);
  for (const { path, line, message } of missed) onLine(`  missed ${path}:${line ?? 1} ${message}`);
  let secrets = 0;
  for (const { path, text } of pages) {
    for (const found of await findNewSecrets([], text)) {
      onLine(`  taken for a secret ${path}:${found.line} ${found.name}`);
      secrets += 1;
    }
  }
  return {
    name,
    pages: pages.length,
    characters: pages.reduce((sum, { text }) => sum + text.length, 0),
    check: summarize(taken.check),
    compile: summarize(taken.compile),
    falseAlarms: falseAlarms.length,
    missed: missed.length,
    secrets,
  };
}

/** A page that changes again and again, each time another, over a base that was read once. */
async function measurePage(site: ReturnType<typeof generateSite>, onLine: BenchOptions["onLine"]): Promise<Summary> {
  onLine("one changed page of the generated site");
  const taken: number[] = [];
  for (let round = -1; round < PAGE_ROUNDS; round += 1) {
    const page = site.pages.at((round * 37) % site.pages.length);
    if (page === undefined) continue;
    const reader = withText(site.reader, page.path, `${page.text}\n## One more\n\nSee [it](#one-more).\n`);
    const ms = await time(() => checkSite({ reader, base: site.reader, changes: [{ path: page.path }] }));
    if (round >= 0) taken.push(ms);
  }
  return summarize(taken);
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

type Measured = { rows: Row[]; cold: Summary; page: Summary; rounds: number };

function toReport({ rows, cold, page, rounds }: Measured): Report {
  const sum = (key: "falseAlarms" | "missed" | "secrets") => rows.reduce((total, row) => total + row[key], 0);
  const real = rows.length - 1;
  return {
    name: "checks",
    title: `Checking documentation sites, beside a strict @mdx-js/mdx compile of every page (median of ${rounds})`,
    columns: ["Site", "Pages", "Text", "Check", "Compile", "Compile / check", "False alarms", "Missed"],
    rows: rows.map(({ name, pages, characters, check, compile, falseAlarms, missed }) => [
      name,
      String(pages),
      `${Math.round(characters / 1_000)} KB`,
      formatMs(check.median),
      formatMs(compile.median),
      formatRatio(compile.median / check.median),
      String(falseAlarms),
      String(missed),
    ]),
    reaches: [
      {
        wanted: "0",
        measured: `${sum("falseAlarms")} false alarms on ${real} real sites`,
        isMet: sum("falseAlarms") === 0,
      },
      { wanted: "0", measured: `${sum("missed")} known faults missed`, isMet: sum("missed") === 0 },
      { wanted: "0", measured: `${sum("secrets")} texts taken for secrets`, isMet: sum("secrets") === 0 },
      {
        wanted: "under 5 s",
        measured: `1,000 pages in a new process: ${formatMs(cold.median)} (up to ${formatMs(cold.max)} of ${NEW_PROCESSES})`,
        isMet: cold.median < 5_000,
      },
      {
        wanted: "under 50 ms",
        measured: `one changed page: ${formatMs(page.median)} (up to ${formatMs(page.max)})`,
        isMet: page.median < 50,
      },
    ],
    notes: [
      "Texts are in memory on both sides, and each has one thread; a new process has one for each processor. The compile finds pages that do not parse, the check all of its rules.",
    ],
    figures: { rows, cold, page },
  };
}

/**
 * What a project without a checker does: compiles every page strictly with @mdx-js/mdx. It finds pages that do not parse, and
 * nothing else.
 *
 * @returns how many pages do not compile
 */
async function compilePages(pages: readonly { path: string; text: string }[]): Promise<number> {
  let failed = 0;
  for (const { path, text } of pages) {
    const format = path.endsWith(".mdx") ? "mdx" : "md";
    await compile(text, { format, remarkPlugins: [remarkGfm, remarkFrontmatter] }).catch(() => {
      failed += 1;
    });
  }
  return failed;
}
