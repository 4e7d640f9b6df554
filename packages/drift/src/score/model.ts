import type { Evidence } from "./features.ts";
export type ScoredPage = { path: string; score: number };
export function scorePages(evidence: Evidence): ScoredPage[] {
  return [...evidence.pages]
    .map(([path, f]) => ({ path, score: f.gone + f.value }))
    .toSorted((a, b) => b.score - a.score);
}
export function scoreChange(_evidence: Evidence, scored: readonly ScoredPage[]): number {
  return Math.min(1, (scored[0]?.score ?? 0) / 10);
}
