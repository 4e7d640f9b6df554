import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../../packages/db/src/embedded/start.ts";
import { formatBytes, formatMs } from "../report/format.ts";
import type { BenchOptions, Report } from "../report/report.ts";
import { type Corpus, openCorpora } from "./corpus.ts";
import { measureSystem } from "./measure-system.ts";
import { type RankQuality, rankQuality, SENT_PAGES } from "./rank-quality.ts";
import type { Measured } from "./run-system.ts";
import { SYSTEMS } from "./systems.ts";

const ROUNDS = 3;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Retrieval beside eight search engines on the corpora of the data folder: how often the right page is found and how high it
 * stands, how long a question takes, and what an index costs. Every system has a process of its own for each corpus.
 */
export async function retrieval({ dataDir, peers, rounds = ROUNDS, onLine }: BenchOptions): Promise<Report> {
  const corpora = await openCorpora(dataDir);
  if (corpora.length === 0) onLine(`No corpus in ${dataDir}: name a folder of them with --data.`);
  const names = chosen(peers);
  await using run = await mkdtempDisposable(join(tmpdir(), "docsteward-bench-"));
  const database =
    names.includes("postgresql") && corpora.length > 0
      ? await startEmbedded({ dataDir: join(run.path, "postgresql"), log: silent })
      : null;
  try {
    const figures: SystemFigures[] = [];
    for (const name of corpora.length > 0 ? names : [])
      figures.push(
        await measureOn(corpora, name, { databaseUrl: database?.url ?? "", folder: run.path, rounds, onLine }),
      );
    return reportRetrieval(figures, corpora, rounds);
  } finally {
    await database?.stop();
  }
}

/** Ours always, and the named peers; all of them when none is. */
function chosen(peers: readonly string[] | undefined): string[] {
  const unknown = peers?.find((name) => SYSTEMS[name] === undefined);
  if (unknown !== undefined)
    throw new Error(`There is no peer ${unknown}; there are ${Object.keys(SYSTEMS).join(", ")}.`);
  return Object.entries(SYSTEMS).flatMap(([name, { isOurs }]) =>
    isOurs || peers === undefined || peers.includes(name) ? [name] : [],
  );
}

type Run = Pick<BenchOptions, "onLine"> & { databaseUrl: string; folder: string; rounds: number };

async function measureOn(
  corpora: readonly Corpus[],
  system: string,
  { databaseUrl, folder, rounds, onLine }: Run,
): Promise<SystemFigures> {
  const title = SYSTEMS[system]?.title ?? system;
  const isOurs = SYSTEMS[system]?.isOurs ?? false;
  const byCorpus: SystemFigures["byCorpus"] = [];
  for (const corpus of corpora) {
    onLine(`${title}: ${corpus.name}`);
    const given = { databaseUrl, folder: join(folder, `${system}-${corpus.name}`) };
    const measured = await measureSystem({ system, corpus, given, rounds });
    byCorpus.push(summarizeCorpus(corpus, measured));
  }
  return { system, title, isOurs, byCorpus };
}

type SystemFigures = { system: string; title: string; isOurs: boolean; byCorpus: CorpusFigures[] };

/** What we want to reach: how good, and how slow at most on the slowest corpus. */
const WANTED: Record<string, { ndcg: number; p95Ms: number }> = {
  docsteward: { ndcg: 0.83, p95Ms: 5 },
  "docsteward-meaning": { ndcg: 0.86, p95Ms: 20 },
};

function reportRetrieval(figures: readonly SystemFigures[], corpora: readonly Corpus[], rounds: number): Report {
  const questions = corpora.reduce((sum, { queries }) => sum + queries.length, 0);
  const sorted = figures.toSorted((a, b) => macro(b, "ndcg") - macro(a, "ndcg"));
  return {
    name: "retrieval",
    title: `Finding the right page: ${questions} questions on ${corpora.length} sites, means over sites`,
    columns: [
      ...["System", "nDCG@10", "R@5", "MRR@10", "P@1", "Sent", "p50", "p95", "Build", "Memory"],
      ...corpora.map(({ name }) => name),
    ],
    rows: sorted.map((system) => [
      system.title,
      ...(["ndcg", "recall", "reciprocalRank", "first", "sent"] as const).map((key) => macro(system, key).toFixed(3)),
      formatMs(macro(system, "p50Ms")),
      formatMs(slowest(system)),
      formatMs(system.byCorpus.reduce((sum, { buildMs }) => sum + buildMs, 0)),
      formatBytes(Math.max(...system.byCorpus.map(({ peakBytes }) => peakBytes))),
      ...system.byCorpus.map(({ ndcg }) => ndcg.toFixed(3)),
    ]),
    reaches: sorted.flatMap(reachesOf),
    notes: [
      `The time of a question is the median of ${rounds} in a warm process.`,
      `Sent is the share of questions with a right page among the first ${SENT_PAGES}, which an answer is given from.`,
      "The columns of sites are nDCG@10. p95 is that of the slowest site, build the sum over sites, memory the most that a process",
      "held on any site (Node itself takes 50 MB; PostgreSQL's own processes and Pagefind's are not in it).",
      "Most questions name one right page where others may be right too: compare systems; differences under 0.010 are noise.",
    ],
    figures: { systems: sorted },
  };
}

function reachesOf(system: SystemFigures): Report["reaches"] {
  const wanted = WANTED[system.system];
  if (wanted === undefined) return [];
  const [ndcg, p95Ms] = [macro(system, "ndcg"), slowest(system)];
  const quality = `${system.title}: nDCG@10 ${ndcg.toFixed(3)}`;
  return [
    { wanted: `at least ${wanted.ndcg}`, measured: quality, isMet: ndcg >= wanted.ndcg },
    {
      wanted: `under ${wanted.p95Ms} ms`,
      measured: `${system.title}: p95 ${formatMs(p95Ms)}`,
      isMet: p95Ms < wanted.p95Ms,
    },
  ];
}

type Mean = "ndcg" | "recall" | "reciprocalRank" | "first" | "sent" | "p50Ms";

function macro({ byCorpus }: SystemFigures, key: Mean): number {
  return mean(byCorpus.map((figures) => figures[key]));
}

function slowest({ byCorpus }: SystemFigures): number {
  return Math.max(...byCorpus.map(({ p95Ms }) => p95Ms));
}

/** What one system did on one corpus: means over its queries. */
type CorpusFigures = RankQuality & {
  corpus: string;
  /** nDCG of each kind of query. */
  kinds: Record<string, number>;
  p50Ms: number;
  p95Ms: number;
  buildMs: number;
  peakBytes: number;
};

function summarizeCorpus({ name, queries }: Corpus, { answers, buildMs, peakBytes }: Measured): CorpusFigures {
  const judged = queries.map((query, at) => ({ kind: query.kind, ...rankQuality(answers[at]?.paths ?? [], query) }));
  const kinds = Object.entries(Object.groupBy(judged, ({ kind }) => kind));
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return {
    corpus: name,
    ndcg: mean(judged.map(({ ndcg }) => ndcg)),
    recall: mean(judged.map(({ recall }) => recall)),
    reciprocalRank: mean(judged.map(({ reciprocalRank }) => reciprocalRank)),
    first: mean(judged.map(({ first }) => first)),
    sent: mean(judged.map(({ sent }) => sent)),
    kinds: Object.fromEntries(kinds.map(([kind, some = []]) => [kind, mean(some.map(({ ndcg }) => ndcg))])),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    buildMs,
    peakBytes,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
