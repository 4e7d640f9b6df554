import { type CheckResult, checkSite } from "../../../packages/docs/src/checks/check-site.ts";
import type { Finding } from "../../../packages/docs/src/checks/finding.ts";
import { readSite, sitePath } from "../../../packages/docs/src/read-site.ts";
import { formatShare } from "../report/format.ts";
import type { BenchOptions, Report, Table } from "../report/report.ts";
import { compareWithBuilt } from "./built-pages.ts";
import { pagesOf } from "./fault.ts";
import { judgeByBuilt, openBuiltSite } from "./judge-by-built.ts";
import { judgeByText } from "./judge-by-text.ts";
import type { Outcome } from "./score.ts";
import { describeForSeeding, FAULT_CLASSES, seedSite } from "./seed-site.ts";
import { GENERATORS, type Half, openSite, readSiteList } from "./site-list.ts";
import { countClean, countOutcomes, countRules, groupBy, type SiteFigures } from "./summarize-sites.ts";
import { judge, readVerdicts, type Verdict } from "./verdicts.ts";

const PER_CLASS = 5;
/** What `--only` calls the sites that were listed before others were drawn. */
const FIRST_DRAW = "first";
const HALVES: readonly Half[] = ["first", "second"];

/**
 * The checks on public sites that they were not written for: what they find on the sites as they are, and which of the faults that are
 * seeded into copies. Each half of the sites is counted apart, and of the second one nothing but figures is shown.
 */
export async function sites(options: BenchOptions): Promise<Report> {
  const {
    dataDir,
    rounds = PER_CLASS,
    seed = Date.now() % 1_000_000,
    builtDir,
    only,
    misses = false,
    onLine,
  } = options;
  const verdicts = await readVerdicts();
  const figures: SiteFigures[] = [];
  for (const listed of await readSiteList()) {
    const { name, dialect, draw = FIRST_DRAW } = listed;
    if (only !== undefined && ![name, dialect, draw].some((one) => only.includes(one))) continue;
    const site = await openSite(dataDir, listed);
    if (site === null) {
      onLine(`${listed.name} is not in ${dataDir}: it is left out`);
      continue;
    }
    onLine(`${listed.name} (${site.half} half)`);
    figures.push(await measureSite(site, { seed, perClass: rounds, builtDir, verdicts }));
  }
  return toReport(figures, { seed, perClass: rounds, misses });
}

type Measure = { seed: number; perClass: number; builtDir: string | undefined; verdicts: readonly Verdict[] };
/** Links whose target only a build knows are counted, and no finding. */
type Counted = CheckResult & { counts?: { unknownLinks: number } };
type Opened = NonNullable<Awaited<ReturnType<typeof openSite>>>;

export async function measureSite(site: Opened, { seed, perClass, builtDir, verdicts }: Measure): Promise<SiteFigures> {
  const { name, dialect, half, reader, texts } = site;
  const start = performance.now();
  const { errors, warnings, counts }: Counted = await checkSite({ reader, base: null });
  const ms = performance.now() - start;
  const model = await readSite(reader);
  const { texts: whole, files } = await describeForSeeding(site);
  const built = builtDir === undefined ? null : await openBuiltSite(builtDir, name);
  const judgeAll = (findings: Finding[]) =>
    Promise.all(
      judge(name, findings, texts, verdicts).map(async (judged) => {
        if (judged.verdict !== "unjudged") return judged;
        const ofBuilt = built && (await judgeByBuilt(built, judged.finding, sitePath(model, judged.finding.path)));
        const isTrue = ofBuilt ?? judgeByText({ dialect, texts: whole, files }, judged.finding);
        return isTrue === null ? judged : { ...judged, verdict: isTrue ? ("true" as const) : ("false" as const) };
      }),
    );
  return {
    name,
    dialect,
    half,
    pages: pagesOf(site).length,
    ms,
    unknownLinks: counts?.unknownLinks ?? 0,
    errors: await judgeAll(errors),
    warnings: await judgeAll(warnings),
    outcomes: await seedSite(site, { seed, perClass }),
    addresses: builtDir === undefined ? null : await compareWithBuilt(builtDir, site, model),
  };
}

type Run = { seed: number; perClass: number; misses: boolean };

export function toReport(figures: SiteFigures[], { seed, perClass, misses }: Run): Report {
  const second = figures.filter(({ half }) => half === "second");
  const seeded = countOutcomes(second.flatMap(({ outcomes }) => outcomes));
  const clean = countClean(second);
  const worst = worstClass(second);
  const equal = second
    .concat(figures.filter(({ half }) => half === "first"))
    .flatMap(({ addresses }) => addresses ?? []);
  const isExact = equal.filter(({ pages, equal: same }) => same >= pages * 0.99);
  return {
    name: "sites",
    title: `Checks on ${figures.length} public sites: faults found, of those seeded (${perClass} of each class, seed ${seed})`,
    ...dialectTable(figures),
    more: [
      classTable(figures),
      matrix(figures),
      cleanTable(figures),
      ruleTable(figures),
      ...addressTables(figures),
      ...missTables(figures, misses),
    ],
    reaches: [
      share("97 % found in the second half", seeded.found, seeded.seeded, 0.97),
      {
        ...share("85 % of each class", worst.found, worst.seeded, 0.85),
        measured: `${worst.name}: ${formatShare(worst.found / (worst.seeded || 1))}`,
      },
      share("95 % at their line", seeded.atLine, seeded.found, 0.95),
      {
        wanted: "1 false error in 500 pages",
        measured: `at most ${clean.falseErrorsAtMost.toFixed(2)}`,
        isMet: clean.falseErrorsAtMost <= 1,
      },
      {
        wanted: "1 false warning in 200 pages",
        measured: `at most ${clean.falseWarningsAtMost.toFixed(2)}`,
        isMet: clean.falseWarningsAtMost <= 1,
      },
      ...(equal.length === 0
        ? []
        : [
            {
              wanted: "99 % of addresses on 8 sites",
              measured: `on ${isExact.length} of ${equal.length} that were built`,
              isMet: isExact.length >= 8,
            },
          ]),
    ],
    notes: [
      "A finding on an unchanged site counts as false unless a person or the site's builder said that it is true: the second half has a bound.",
    ],
    figures: { seed, perClass, sites: figures.map((site) => forResults(site, misses)) },
  };
}

function share(wanted: string, part: number, whole: number, least: number) {
  const measured = whole === 0 ? 1 : part / whole;
  return { wanted, measured: `${part} of ${whole} (${formatShare(measured)})`, isMet: measured >= least };
}

function worstClass(figures: readonly SiteFigures[]) {
  const counted = FAULT_CLASSES.map(({ name }) => ({ name, ...countOutcomes(ofClass(figures, name)) }));
  const rate = ({ found, seeded }: { found: number; seeded: number }) => found / seeded;
  const seeded = counted.filter((one) => one.seeded > 0).sort((a, b) => rate(a) - rate(b));
  return seeded[0] ?? { name: "none", found: 0, seeded: 0, atLine: 0, elsewhere: 0 };
}

const ofClass = (figures: readonly SiteFigures[], name: string) =>
  figures.flatMap(({ outcomes }) => outcomes.filter(({ faultClass }) => faultClass === name));
const ofHalf = (figures: readonly SiteFigures[], half: Half) => figures.filter((site) => site.half === half);
const percent = (part: number, whole: number) =>
  whole === 0 ? "-" : `${part}/${whole} ${Math.floor((100 * part) / whole)} %`;

function dialectTable(figures: readonly SiteFigures[]): Table {
  const rows = groupBy(figures, GENERATORS, ({ dialect }) => dialect).flatMap(([dialect, own]) =>
    groupBy(own, HALVES, ({ half }) => half).map(([half, sites]) => toRow(`${dialect}, ${half}`, sites)),
  );
  const totals = groupBy(figures, HALVES, ({ half }) => half).map(([half, sites]) => toRow(`all, ${half}`, sites));
  return {
    columns: ["Dialect, half", "Sites", "Pages", "Found", "At line", "New elsewhere"],
    rows: [...rows, ...totals],
  };
}

function toRow(name: string, sites: readonly SiteFigures[]): string[] {
  const { seeded, found, atLine, elsewhere } = countOutcomes(sites.flatMap(({ outcomes }) => outcomes));
  const pages = sites.reduce((sum, site) => sum + site.pages, 0);
  return [name, String(sites.length), String(pages), percent(found, seeded), percent(atLine, found), String(elsewhere)];
}

function classTable(figures: readonly SiteFigures[]): Table {
  const rows = FAULT_CLASSES.map(({ name }) => [
    name,
    ...HALVES.flatMap((half) => {
      const { seeded, found, atLine, elsewhere } = countOutcomes(ofClass(ofHalf(figures, half), name));
      return [percent(found, seeded), percent(atLine, found), String(elsewhere)];
    }),
  ]);
  const columns = HALVES.flatMap((half) => [`Found, ${half}`, "At line", "Elsewhere"]);
  return { title: "By class of fault", columns: ["Class", ...columns], rows };
}

function matrix(figures: readonly SiteFigures[]): Table {
  const rows = groupBy(figures, GENERATORS, ({ dialect }) => dialect).flatMap(([dialect, own]) =>
    groupBy(own, HALVES, ({ half }) => half).map(([half, sites]) => [
      `${dialect}, ${half}`,
      ...FAULT_CLASSES.map(({ name }) => {
        const { seeded, found } = countOutcomes(ofClass(sites, name));
        return seeded === 0 ? "" : `${found}/${seeded}`;
      }),
    ]),
  );
  return {
    title: "Found by dialect and class",
    columns: ["Dialect, half", ...FAULT_CLASSES.map(({ name }) => name)],
    rows,
  };
}

function cleanTable(figures: readonly SiteFigures[]): Table {
  const row = (name: string, sites: readonly SiteFigures[]) => {
    const { pages, errors, warnings, falseErrors, falseErrorsAtMost, falseWarnings, falseWarningsAtMost } =
      countClean(sites);
    const counts = [errors, warnings].flatMap((of) => [of.true, of.false, of.unjudged].map(String));
    const unknown = sites.reduce((sum, site) => sum + site.unknownLinks, 0);
    const rates = [falseErrors, falseErrorsAtMost, falseWarnings, falseWarningsAtMost].map((rate) => rate.toFixed(2));
    return [name, String(pages), ...counts, String(unknown), ...rates];
  };
  const rows = groupBy(figures, GENERATORS, ({ dialect }) => dialect).flatMap(([dialect, own]) =>
    groupBy(own, HALVES, ({ half }) => half).map(([half, sites]) => row(`${dialect}, ${half}`, sites)),
  );
  const totals = groupBy(figures, HALVES, ({ half }) => half).map(([half, sites]) => row(`all, ${half}`, sites));
  return {
    title: "On the sites as they are (E errors, W warnings; rates per 500 and per 200 pages)",
    columns: [
      "Dialect, half",
      "Pages",
      "E true",
      "E false",
      "E unjudged",
      "W true",
      "W false",
      "W unjudged",
      "Unknown links",
      "E false rate",
      "at most",
      "W false rate",
      "at most",
    ],
    rows: [...rows, ...totals],
  };
}

/** What was found of each rule, and how many of the links whose target only a build knows there are beside them. */
function ruleTable(figures: readonly SiteFigures[]): Table {
  const rules = countRules(figures).map(({ rule }) => rule);
  const row = (name: string, sites: readonly SiteFigures[]) => {
    const own = new Map(countRules(sites).map((of) => [of.rule, of]));
    const cells = rules.map((rule) => {
      const of = own.get(rule);
      return of === undefined ? "" : `${of.true}/${of.false}/${of.unjudged}`;
    });
    return [name, ...cells, String(sites.reduce((sum, { unknownLinks }) => sum + unknownLinks, 0))];
  };
  const rows = groupBy(figures, GENERATORS, ({ dialect }) => dialect).map(([dialect, own]) => row(dialect, own));
  const totals = groupBy(figures, HALVES, ({ half }) => half).map(([half, sites]) => row(`all, ${half}`, sites));
  return {
    title: "Findings on the sites as they are, by dialect and rule: true / false / unjudged",
    columns: ["Dialect", ...rules, "Unknown links"],
    rows: [...rows, ...totals],
  };
}

function addressTables(figures: readonly SiteFigures[]): Table[] {
  const rows = figures.flatMap(({ name, dialect, half, addresses }) =>
    addresses === null
      ? []
      : [[name, dialect, half, percent(addresses.equal, addresses.pages), percent(addresses.known, addresses.built)]],
  );
  const columns = ["Site", "Dialect", "Half", "Our addresses that were built", "Built addresses that we know"];
  return rows.length === 0 ? [] : [{ title: "Addresses beside the site's own generator", columns, rows }];
}

const isMiss = ({ isFound, isAtLine }: Outcome) => !isFound || !isAtLine;

/** Faults that were not found, or not at their line; those of the second half only when they are asked for. */
function missTables(figures: readonly SiteFigures[], misses: boolean): Table[] {
  const rows = figures
    .flatMap(({ outcomes }) => outcomes)
    .filter((outcome) => isMiss(outcome) && (misses || outcome.half === "first"))
    .map(({ site, faultClass, isFound, places, done, found }) => {
      const wanted = places.map(({ path, lines }) => (lines === "any" ? path : `${path}:${lines.join(",")}`));
      const instead = found.map(({ path, line }) => `${path}:${line}`).join(" ");
      return [site, faultClass, wanted.join(" "), isFound ? `found at ${instead}` : "missed", done];
    });
  const columns = ["Site", "Class", "File and line", "Result", "What was done"];
  return rows.length === 0 ? [] : [{ title: "Faults missed, or found at another line", columns, rows }];
}

/** What the results file keeps of a site: of the second half, figures alone, and the faults missed when they are asked for. */
export function forResults(site: SiteFigures, misses = false) {
  const { name, dialect, half, pages, ms, errors, warnings, outcomes, addresses } = site;
  const about = {
    name,
    dialect,
    half,
    pages,
    ms: Math.round(ms),
    seeded: countOutcomes(outcomes),
    clean: countClean([{ pages, errors, warnings }]),
  };
  if (half === "second") {
    const figures = { ...about, addresses: addresses && { ...addresses, onlyOurs: [], onlyBuilt: [] } };
    return misses ? { ...figures, missed: outcomes.filter(isMiss) } : figures;
  }
  return {
    ...about,
    addresses,
    errors,
    warnings,
    missed: outcomes.filter(({ isAtLine, elsewhere }) => !isAtLine || elsewhere.length > 0),
  };
}
