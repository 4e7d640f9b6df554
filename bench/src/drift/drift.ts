import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  changeInputs,
  pageInputs,
  type ScoredPage,
  scoreChange,
  scorePages,
  type Weights,
} from "../../../packages/drift/src/score/model.ts";
import { WEIGHTS } from "../../../packages/drift/src/score/weights.ts";
import { percentile } from "../measure/summarize.ts";
import { formatShare } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { ROOT } from "../root.ts";
import { type BenchCommit, collectCommits, openHistory } from "./collect-commits.ts";
import { type Half, readCommitList } from "./commit-list.ts";
import { fitWeights } from "./fit.ts";

type Fitted = { page: Weights; change: Weights };
type Judged = { commit: BenchCommit; ranked: readonly ScoredPage[]; likelihood: number };

const FALSE_ALARMS = [0.01, 0.02, 0.05, 0.08, 0.1, 0.15, 0.2, 0.3];
const HALVES: readonly Half[] = ["first", "second"];
const FOLDS = 4;
/** Pages give many examples, and commits few: folds over the first half are best where their weights cost more. */
const PENALTY = { page: 20, change: 100 };
/** One in so many pages that a commit did not change is learned from. */
const SAMPLE = 8;

/**
 * Which pages a commit makes false, asked of the histories of public repositories that hold code and pages. The library sees the
 * code's part of a commit and its message. Weights are fitted on the first half of the repositories, and only when `--fit` says so.
 */
export async function drift({ dataDir, only, fit, onLine }: BenchOptions): Promise<Report> {
  const wanted = (await readCommitList()).filter(({ name }) => only === undefined || only.includes(name));
  const waiting = wanted.values();
  const collectNext = async (): Promise<BenchCommit[]> => {
    const found: BenchCommit[] = [];
    for (const listed of waiting) {
      const repository = await openHistory(dataDir, listed.name);
      onLine(repository === null ? `${listed.name} is not in ${dataDir}: it is left out` : listed.name);
      if (repository !== null) found.push(...(await collectCommits(repository, listed)));
    }
    return found;
  };
  // While one waits for git, another reads.
  const commits = (await Promise.all([collectNext(), collectNext(), collectNext()])).flat();
  return await judgeCommits(commits, fit ?? false);
}

/** Ranks and judges commits by the weights of the library, or by those that are fitted to the first half of them. */
export async function judgeCommits(commits: readonly BenchCommit[], fit: boolean): Promise<Report> {
  const first = commits.filter(({ half }) => half === "first");
  const folds = fit ? judgeByFolds(first) : null;
  const weights = fit ? fitBoth(first) : WEIGHTS;
  if (fit) await saveWeights(weights);
  return toReport(
    commits.map((commit) => judge(commit, weights)),
    folds,
    commits,
  );
}

function judge(commit: BenchCommit, weights: Fitted): Judged {
  const ranked = scorePages(commit.evidence, weights.page);
  return { commit, ranked, likelihood: scoreChange(commit.evidence, ranked, weights.change) };
}

function fitPage(commits: readonly BenchCommit[]): Weights {
  const examples = commits.flatMap(({ evidence, pages }) =>
    [...pageInputs(evidence)].flatMap(([path, inputs], at) => {
      const isTrue = pages.has(path);
      // Most pages of a commit tell the same.
      return isTrue || at % SAMPLE === 0 ? [{ inputs, isTrue }] : [];
    }),
  );
  return fitWeights(examples, PENALTY.page);
}

/** The second fit sees scores of pages as they are for repositories that the first was not fitted on. */
function fitBoth(commits: readonly BenchCommit[]): Fitted {
  const examples = byFold(commits).flatMap(({ inside, outside }) => {
    const page = fitPage(outside);
    return inside.map(({ evidence, pages }) => ({
      inputs: changeInputs(evidence, scorePages(evidence, page)),
      isTrue: pages.size > 0,
    }));
  });
  return { page: fitPage(commits), change: fitWeights(examples, PENALTY.change) };
}

/** The first half as if its repositories were unknown: each is judged by weights that were fitted on others. */
function judgeByFolds(commits: readonly BenchCommit[]): Judged[] {
  return byFold(commits).flatMap(({ inside, outside }) => {
    const weights = fitBoth(outside);
    return inside.map((commit) => judge(commit, weights));
  });
}

function byFold(commits: readonly BenchCommit[]) {
  const names = [...new Set(commits.map(({ repository }) => repository))].sort();
  return Array.from({ length: Math.min(FOLDS, names.length) }, (_, fold) => {
    const isInside = ({ repository }: BenchCommit) => names.indexOf(repository) % FOLDS === fold;
    return { inside: commits.filter(isInside), outside: commits.filter((commit) => !isInside(commit)) };
  });
}

async function saveWeights({ page, change }: Fitted): Promise<void> {
  const write = ({ bias, weights }: Weights) => {
    const numbers = weights.map((weight) => Number(weight.toPrecision(5)));
    return `{ bias: ${Number(bias.toPrecision(6))}, weights: [${numbers.join(", ")}] }`;
  };
  const text = `/** Fitted on the first half of the benchmark's repositories by \`pnpm bench drift --fit\`. Not edited by hand. */
export const WEIGHTS: Record<"page" | "change", { bias: number; weights: readonly number[] }> = {
  page: ${write(page)},
  change: ${write(change)},
};
`;
  await writeFile(join(ROOT, "packages", "drift", "src", "score", "weights.ts"), text);
}

type Figures = {
  documented: number;
  silent: number;
  recall: number;
  mrr: number;
  curve: number[];
  thresholds: number[];
};

function measure(judged: readonly Judged[]): Figures {
  const documented = judged.filter(({ commit }) => commit.pages.size > 0);
  const silent = judged.filter(({ commit }) => commit.pages.size === 0);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  const alarms = silent.map(({ likelihood }) => likelihood).sort((a, b) => b - a);
  const thresholds = FALSE_ALARMS.map((share) => alarms[Math.floor(share * alarms.length)] ?? 1);
  return {
    documented: documented.length,
    silent: silent.length,
    recall: mean(
      documented.map(({ commit: { pages }, ranked }) => {
        const named = ranked.slice(0, 5).filter(({ path }) => pages.has(path)).length;
        return named / Math.min(pages.size, 5);
      }),
    ),
    mrr: mean(
      documented.map(({ commit: { pages }, ranked }) => {
        const place = ranked.findIndex(({ path }) => pages.has(path));
        return place < 0 ? 0 : 1 / (place + 1);
      }),
    ),
    curve: thresholds.map(
      (threshold) =>
        documented.filter(({ likelihood }) => likelihood > threshold).length / Math.max(documented.length, 1),
    ),
    thresholds,
  };
}

/** Plain BM25 over the names of the difference: it ranks, and its best score decides whether it speaks. */
function judgeByNames(commit: BenchCommit): Judged {
  const ranked = [...commit.evidence.pages]
    .map(([path, { bm25 }]) => ({ path, score: bm25 }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return { commit, ranked, likelihood: ranked[0]?.score ?? 0 };
}

const MANY_PAGES = 40;

function toReport(judged: readonly Judged[], folds: readonly Judged[] | null, commits: readonly BenchCommit[]): Report {
  const rows: { title: string; figures: Figures }[] = [];
  for (const half of HALVES) {
    const own = judged.filter(({ commit }) => commit.half === half);
    const large = own.filter(({ commit }) => Math.exp(commit.evidence.change.pages) >= MANY_PAGES);
    rows.push({
      title: `${half} half, BM25 over names`,
      figures: measure(commits.filter((commit) => commit.half === half).map(judgeByNames)),
    });
    if (half === "first" && folds) rows.push({ title: "first half, each by the others", figures: measure(folds) });
    rows.push({ title: `${half} half`, figures: measure(own) });
    rows.push({ title: `${half} half, ${MANY_PAGES} pages and more`, figures: measure(large) });
  }
  const second = rows.find(({ title }) => title === "second half")?.figures;
  const raised = second?.curve[FALSE_ALARMS.indexOf(0.08)] ?? 0;
  const times = commits.map(({ ms }) => ms);
  const slow = percentile(times, 0.95);
  return {
    name: "drift",
    title: "Pages that a commit makes false",
    columns: [
      "",
      "Commits with pages",
      "without",
      "Recall@5",
      "MRR",
      ...FALSE_ALARMS.map((share) => `raised at ${formatShare(share)}`),
    ],
    rows: rows.map(({ title, figures }) => [
      title,
      String(figures.documented),
      String(figures.silent),
      figures.recall.toFixed(3),
      figures.mrr.toFixed(3),
      ...figures.curve.map(formatShare),
    ]),
    reaches: [
      {
        wanted: "recall@5 of 0.85 on the second half",
        measured: (second?.recall ?? 0).toFixed(3),
        isMet: (second?.recall ?? 0) >= 0.85,
      },
      {
        wanted: "MRR of 0.75 on the second half",
        measured: (second?.mrr ?? 0).toFixed(3),
        isMet: (second?.mrr ?? 0) >= 0.75,
      },
      { wanted: "80 % raised where 8 % of the others are", measured: formatShare(raised), isMet: raised >= 0.8 },
      { wanted: "95 % of commits under 2 s, warm", measured: `${Math.round(slow)} ms`, isMet: slow < 2_000 },
    ],
    notes: [
      "Commits that changed code and one to six existing pages, and commits that changed code alone where no page that names what changed was changed in the 30 days after.",
      "The library sees the code's part of a commit and its message; pages are those of its parent.",
      "raised at 8 %: the share of commits with pages that raise some, at the threshold that 8 % of the commits without pass.",
    ],
    figures: { halves: rows, ms: { median: percentile(times, 0.5), p95: slow } },
  };
}
