import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listFiles, readContents } from "../../../packages/drift/src/repository/source-repository.ts";
import { alignTranslation, alignVersions } from "../../../packages/drift/src/translations/align-sections.ts";
import { findBehindSections } from "../../../packages/drift/src/translations/find-behind.ts";
import { findPagePairs } from "../../../packages/drift/src/translations/page-pairs.ts";
import { type PageSection, readSections } from "../../../packages/drift/src/translations/page-sections.ts";
import type { LocalRepository } from "../../../packages/git/src/local/local-repository.ts";
import { openHistory } from "../drift/collect-commits.ts";
import { formatShare } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { ROOT } from "../root.ts";

/** The commits of translators that the benchmark asks about: those that brought existing pages up to their source. */
export type TranslationCommits = { name: string; commits: string[] };

/** A section of the source, as its page and the place in it, counted from 0; or of the translation where the source has none. */
type Marks = Set<string>;
type Counts = { commits: number; pages: number; found: number; changed: number; both: number };

/** The first commits of each repository were used for tuning. */
const TUNED = 40;

export const readTranslationCommits = async () =>
  JSON.parse(await readFile(join(ROOT, "bench", "translation-commits.json"), "utf8")) as TranslationCommits[];

/**
 * Which sections of translations are behind, asked of the histories of public sites: at the parent of a commit that brought a
 * translation up to its source, the sections that this commit changed.
 */
export async function translations({ dataDir, only, onLine }: BenchOptions): Promise<Report> {
  const rows: { name: string; counts: Counts; ms: number }[] = [];
  for (const { name, commits } of await readTranslationCommits()) {
    if (only !== undefined && !only.includes(name)) continue;
    const repository = await openHistory(dataDir, name);
    onLine(repository === null ? `${name} is not in ${dataDir}: it is left out` : name);
    if (repository === null) continue;
    const start = performance.now();
    const counts: Counts = { commits: 0, pages: 0, found: 0, changed: 0, both: 0 };
    for (const sha of commits.slice(TUNED)) addCounts(counts, await judgeCommit(repository, sha));
    rows.push({ name, counts, ms: (performance.now() - start) / Math.max(counts.commits, 1) });
  }
  return toReport(rows);
}

function addCounts(all: Counts, one: Counts): void {
  for (const key of ["commits", "pages", "found", "changed", "both"] as const) all[key] += one[key];
}

/** What is found at the parent of a commit, beside what the commit changed. */
export async function judgeCommit(
  repository: LocalRepository,
  sha: string,
  onPage: (page: string, found: Marks, changed: Marks) => void = () => undefined,
): Promise<Counts> {
  const parent = `${sha}^`;
  const before = new Map((await listFiles(repository, parent)).map((file) => [file.path, file.sha]));
  const after = new Map((await listFiles(repository, sha)).map((file) => [file.path, file.sha]));
  const pairs = findPagePairs([...before.keys()].filter((path) => /\.mdx?$/.test(path))).filter(
    ({ page, source }) =>
      after.has(page) && before.get(page) !== after.get(page) && before.get(source) === after.get(source),
  );
  const wanted = new Set(pairs.map(({ page }) => page));
  const head = (await repository.git({ args: ["rev-parse", parent] })).stdout.toString("latin1").trim();
  const { sections } = await findBehindSections({ repository, head, isPage: (path) => wanted.has(path) });
  const texts = new Map<string, readonly PageSection[]>();
  const blobs = pairs.flatMap(({ page, source }) => [before.get(page), after.get(page), before.get(source)]);
  await readContents(
    repository,
    [...new Set(blobs.filter((blob) => blob !== undefined))],
    (blob, text) => void texts.set(blob, readSections(text ?? "")),
  );
  const counts: Counts = { commits: 1, pages: pairs.length, found: 0, changed: 0, both: 0 };
  for (const { page, source } of pairs) {
    const of = (path: string, files: ReadonlyMap<string, string>) => texts.get(files.get(path) ?? "") ?? [];
    const [origin, old, now] = [of(source, before), of(page, before), of(page, after)];
    const changed = changedSections(origin, old, now);
    const found: Marks = new Set();
    for (const section of sections.filter((one) => one.page === page)) {
      if (section.sourceLine === null) found.add(`removed ${section.heading}`);
      else found.add(String(origin.findIndex(({ line }) => line === section.sourceLine)));
    }
    counts.found += found.size;
    counts.changed += changed.size;
    counts.both += found.intersection(changed).size;
    onPage(page, found, changed);
  }
  return counts;
}

/** The sections of the source whose translation a commit changed, added or removed. */
function changedSections(
  source: readonly PageSection[],
  old: readonly PageSection[],
  now: readonly PageSection[],
): Marks {
  const [before, after] = [alignTranslation(source, old), alignTranslation(source, now)];
  const changed: Marks = new Set();
  source.forEach((_, at) => {
    const [one, other] = [old[before[at] ?? -1], now[after[at] ?? -1]];
    if (one === undefined && other === undefined) return;
    const isSame =
      one?.heading === other?.heading &&
      one?.prose === other?.prose &&
      [...(one?.kept ?? [])].sort().join("\n") === [...(other?.kept ?? [])].sort().join("\n");
    if (!isSame) changed.add(String(at));
  });
  const kept = new Set(before);
  alignVersions(old, now).forEach((place, at) => {
    if (place < 0 && !kept.has(at)) changed.add(`removed ${old[at]?.heading ?? ""}`);
  });
  return changed;
}

const share = (part: number, all: number) => (all === 0 ? 0 : part / all);

function scoresOf({ found, changed, both }: Counts) {
  const [precision, recall] = [share(both, found), share(both, changed)];
  return { precision, recall, f1: share(2 * precision * recall, precision + recall) };
}

function toReport(rows: readonly { name: string; counts: Counts; ms: number }[]): Report {
  return {
    name: "translations",
    title: "Sections of translations that are behind their source",
    columns: ["Repository", "Commits", "Pages", "Sections changed", "Precision", "Recall", "F1", "ms a commit"],
    rows: rows.map(({ name, counts, ms }) => {
      const { precision, recall, f1 } = scoresOf(counts);
      const scores = [precision, recall, f1].map((score) => score.toFixed(3));
      return [
        name,
        String(counts.commits),
        String(counts.pages),
        String(counts.changed),
        ...scores,
        String(Math.round(ms)),
      ];
    }),
    reaches: rows.map(({ name, counts }) => ({
      wanted: `F1 of 0.9 for ${name}`,
      measured: formatShare(scoresOf(counts).f1),
      isMet: scoresOf(counts).f1 >= 0.9,
    })),
    notes: [
      "Asked at the parent of a commit that brought pages of one language up to their source: which sections are behind. Right are those that the commit changed.",
    ],
    figures: { rows },
  };
}
