import { CHANGE_FEATURES, type Evidence, PAGE_FEATURES, type PageFeature } from "./evidence.ts";
import { WEIGHTS } from "./weights.ts";

/** A page and how likely the change makes it false, compared with the other pages of the change. */
export type ScoredPage = { path: string; score: number };

/** Weights of a logistic regression, one for each input in its order. */
export type Weights = { bias: number; weights: readonly number[] };

/** The inputs that speak for one page: each feature alone, its share of the best page's, and those of the change. */
export function pageInputs(evidence: Evidence): Map<string, number[]> {
  const best = Object.fromEntries(PAGE_FEATURES.map((name) => [name, 1e-9])) as Record<PageFeature, number>;
  for (const page of evidence.pages.values()) {
    for (const name of PAGE_FEATURES) best[name] = Math.max(best[name], page[name]);
  }
  const ofChange = CHANGE_FEATURES.map((name) => evidence.change[name]);
  const inputs = new Map<string, number[]>();
  for (const [path, page] of evidence.pages) {
    const own = PAGE_FEATURES.map((name) => Math.log1p(page[name]));
    const shares = PAGE_FEATURES.map((name) => page[name] / best[name]);
    inputs.set(path, [...own, ...shares, ...ofChange]);
  }
  return inputs;
}

const TOP = 3;

/** The inputs that speak for raising pages at all: those of the change, the best scores, the best page, and the best of each feature. */
export function changeInputs(evidence: Evidence, scored: readonly ScoredPage[]): number[] {
  const top = Array.from({ length: TOP }, (_, at) => scored[at]?.score ?? 0);
  const page = evidence.pages.get(scored[0]?.path ?? "");
  const all = [...evidence.pages.values()];
  const most = (name: PageFeature) => Math.log1p(all.reduce((so, one) => Math.max(so, one[name]), 0));
  const { feat, adds, internal, fix, documentedFile } = evidence.change;
  const facts = [top[0] ?? 0, most("siblings"), most("removedPhrases"), documentedFile];
  return [
    ...CHANGE_FEATURES.map((name) => evidence.change[name]),
    ...top,
    ...PAGE_FEATURES.map((name) => Math.log1p(page?.[name] ?? 0)),
    ...PAGE_FEATURES.map(most),
    evidence.certain.size > 0 ? 1 : 0,
    ...facts.flatMap((fact) => [fact * Math.max(feat, adds), fact * internal, fact * fix]),
  ];
}

/** All pages that anything speaks for, best first. */
export function scorePages(evidence: Evidence, weights: Weights = WEIGHTS.page): ScoredPage[] {
  const scored = [...pageInputs(evidence)].map(([path, inputs]) => {
    const score = apply(weights, inputs);
    return { path, score: evidence.certain.has(path) ? CERTAIN + ALMOST * score : score };
  });
  return scored.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** What no code has any more is never passed over in silence. */
const CERTAIN = 0.97;
const ALMOST = 0.03;

/** How likely a change makes any page false. @param scored as `scorePages` gives them */
export function scoreChange(
  evidence: Evidence,
  scored: readonly ScoredPage[],
  weights: Weights = WEIGHTS.change,
): number {
  if (evidence.change.lines === 0) return 0;
  const likelihood = apply(weights, changeInputs(evidence, scored));
  return evidence.certain.size > 0 ? CERTAIN + ALMOST * likelihood : likelihood;
}

export function apply({ bias, weights }: Weights, inputs: readonly number[]): number {
  let sum = bias;
  for (let at = 0; at < weights.length; at += 1) sum += (weights[at] ?? 0) * (inputs[at] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}
