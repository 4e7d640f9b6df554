import type { Corpus } from "./corpus.ts";
import { type RankQuality, rankQuality } from "./rank-quality.ts";
import type { Measured } from "./run-system.ts";

/** What one system did on one corpus: means over its queries. */
export type CorpusFigures = RankQuality & {
  corpus: string;
  /** nDCG of each kind of query. */
  kinds: Record<string, number>;
  p50Ms: number;
  p95Ms: number;
  buildMs: number;
  peakBytes: number;
};

export function summarizeCorpus({ name, queries }: Corpus, { answers, buildMs, peakBytes }: Measured): CorpusFigures {
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

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
