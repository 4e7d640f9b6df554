import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readSamples } from "../../../packages/drift/src/samples/read-commands.ts";
import { findStaleFacts } from "../../../packages/drift/src/stale/find-stale-facts.ts";
import type { LocalRepository } from "../../../packages/git/src/local/local-repository.ts";
import { openHistory } from "../drift/collect-commits.ts";
import { type Half, halfOf } from "../drift/commit-list.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { ROOT } from "../root.ts";

/** Sites with their code or OpenAPI document in the same repository, each at a commit. */
type SampleSite = { name: string; commit: string };

type Alarm = { place: string; message: string };
type Figures = { name: string; half: Half; samples: number; compared: number; alarms: Alarm[] };

const MOST = 1;

/** How many alarms the code blocks of public sites raise, against the code and the OpenAPI documents of the same repository. */
export async function samples({ dataDir, only, onLine }: BenchOptions): Promise<Report> {
  const sites = JSON.parse(await readFile(join(ROOT, "bench", "sample-sites.json"), "utf8")) as SampleSite[];
  const figures: Figures[] = [];
  for (const { name, commit } of sites) {
    if (only !== undefined && !only.includes(name) && !only.includes(halfOf(name))) continue;
    const repository = await openHistory(dataDir, name);
    onLine(repository === null ? `${name} is not in ${dataDir}: it is left out` : name);
    if (repository === null) continue;
    const facts = await findStaleFacts({ repository, head: commit });
    const alarms = [
      ...facts.samples.map(({ page, line, message }) => ({ place: `${page}:${line}`, message })),
      ...(await inSamples(repository, commit, facts.names)),
    ];
    for (const { place, message } of alarms) onLine(`  ${place} ${message}`);
    const compared = facts.counts.commands + facts.counts.requests;
    figures.push({ name, half: halfOf(name), samples: facts.counts.samples, compared, alarms });
  }
  return toReport(figures);
}

/** The names that are stated in code blocks. */
async function inSamples(
  repository: LocalRepository,
  commit: string,
  names: readonly { page: string; line: number; message: string }[],
): Promise<Alarm[]> {
  const found: Alarm[] = [];
  for (const [page, own] of Map.groupBy(names, (name) => name.page)) {
    const { stdout } = await repository.git({ args: ["show", `${commit}:${page}`], maxBytes: 8_000_000 });
    const blocks = readSamples(page, stdout.toString("utf8"));
    for (const { line, message } of own)
      if (blocks.some((block) => line >= block.line && line < block.line + block.text.split("\n").length))
        found.push({ place: `${page}:${line}`, message });
  }
  return found;
}

function toReport(figures: readonly Figures[]): Report {
  const sum = (own: readonly Figures[], count: (one: Figures) => number) =>
    own.reduce((total, one) => total + count(one), 0);
  const rate = (own: readonly Figures[]) =>
    (100 * sum(own, ({ alarms }) => alarms.length)) /
    Math.max(
      sum(own, (one) => one.samples),
      1,
    );
  const halves = (["first", "second"] as const).map((half) => ({
    half,
    own: figures.filter((one) => one.half === half),
  }));
  const rowOf = (title: string, own: readonly Figures[]) => [
    title,
    String(sum(own, (one) => one.samples)),
    String(sum(own, (one) => one.compared)),
    String(sum(own, ({ alarms }) => alarms.length)),
    rate(own).toFixed(2),
  ];
  const second = rate(halves[1]?.own ?? []);
  return {
    name: "samples",
    title: "Alarms about code blocks",
    columns: ["", "Code blocks", "Commands and requests compared", "Alarms", "for 100 blocks"],
    rows: [
      ...figures.map((one) => rowOf(one.name, [one])),
      ...halves.map(({ half, own }) => rowOf(`${half} half, ${own.length} sites`, own)),
    ],
    reaches: [
      { wanted: `${MOST} alarm for 100 blocks of the second half`, measured: second.toFixed(2), isMet: second <= MOST },
    ],
    notes: ["Each alarm is printed with its place, to be read there."],
    figures: { sites: figures },
  };
}
